import { Link } from '@tanstack/react-router';
import { useId } from 'react';
import { createColumnHelper } from '~/components/table/data-table';
import { Badge } from '~/components/ui/badge';
import { Button } from '~/components/ui/button';
import { EmailText } from '~/components/ui/email-text';
import type { Administrator } from '~/contract/administrator';
import { formatDateTime } from '~/lib/format';

const helper = createColumnHelper<Administrator>();

/** Columns of Administrators. `onWithdraw` asks before rights are withdrawn. */
export function administratorColumns(onWithdraw: (administrator: Administrator) => void) {
  return helper.columns([
    helper.accessor('first_name', {
      header: 'Name',
      cell: ({ row }) => (
        <span className="flex flex-wrap items-center gap-2">
          <Name administrator={row.original} />
          {row.original.is_current && <Badge tone="accent">You</Badge>}
        </span>
      ),
    }),
    helper.accessor('email', {
      header: 'Email',
      cell: ({ row }) => <EmailText email={row.original.email} />,
    }),
    helper.accessor('last_login', {
      header: 'Last Login',
      cell: ({ row }) =>
        row.original.last_login === null ? 'Never' : formatDateTime(row.original.last_login),
    }),
    helper.display({
      id: 'actions',
      header: 'Actions',
      meta: { width: '10.5rem' },
      cell: ({ row }) => (
        <AdministratorActions administrator={row.original} onWithdraw={onWithdraw} />
      ),
    }),
  ]);
}

interface AdministratorActionsProps {
  administrator: Administrator;
  onWithdraw: (administrator: Administrator) => void;
}

/** The accessible name is the label, the description is the person. Nobody withdraws their own rights. */
function AdministratorActions({ administrator, onWithdraw }: AdministratorActionsProps) {
  const describedBy = useId();
  if (administrator.is_current) return <>-</>;
  return (
    <>
      <span id={describedBy} hidden>
        {administrator.email}
      </span>
      <Button
        variant="danger"
        size="sm"
        aria-describedby={describedBy}
        onClick={() => onWithdraw(administrator)}
      >
        Withdraw Rights
      </Button>
    </>
  );
}

function Name({ administrator }: { administrator: Administrator }) {
  const { id, email, first_name, last_name } = administrator;
  const name = [first_name, last_name].filter(Boolean).join(' ') || <EmailText email={email} />;
  if (id === null) return <span className="font-medium">{name}</span>;
  return (
    <Link to="/users/$userId" params={{ userId: id }} className="link font-medium wrap-anywhere">
      {name}
    </Link>
  );
}
