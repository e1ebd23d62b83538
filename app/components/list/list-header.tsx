import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PageHeader } from '~/components/layout/page-header';
import { buttonVariants } from '~/components/ui/button';

interface ListHeaderProps {
  title: string;
  /** The button of the list's export. */
  exporting: ReactNode;
  /** The link to the form of a new record, which has the key c. */
  add: string;
  to: '/condos/create' | '/apartments/create' | '/users/invite';
}

/** The heading of a list's page, with its export and the way to add a record. */
export function ListHeader({ title, exporting, add, to }: ListHeaderProps) {
  return (
    <PageHeader
      title={title}
      actions={
        <>
          {exporting}
          <Link to={to} data-key="c" className={buttonVariants({ variant: 'primary' })}>
            {add}
          </Link>
        </>
      }
    />
  );
}
