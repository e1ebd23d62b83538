import { useMatches } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import type { ListTexts } from '~/kit/list/list-query';
import { PageHeader } from '~/kit/ui/card';
import { Skeleton, TableSkeleton } from '~/kit/ui/skeleton';
import { translate } from '~/language/texts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The screen's list, or a heading and loading text, for the server to render. */
    pending?: () => Pending | undefined;
  }
}

interface Pending extends Partial<Pick<ListTexts, 'loading' | 'noMatch'>> {
  heading: string;
  hasFilters?: boolean;
  columns?: ComponentProps<typeof TableSkeleton>['columns'];
}

/** The screen of the URL as far as the server can render it: its heading and its loading state. */
export function PendingScreen() {
  const pending = useMatches().at(-1)?.staticData.pending?.();
  if (!pending) return null;
  const { heading, loading, noMatch, hasFilters = noMatch !== undefined, columns = [] } = pending;
  return (
    <>
      <PageHeader title={translate(heading)} />
      {hasFilters && <Skeleton className="h-16 rounded-lg roomy:h-30" />}
      {loading !== undefined && <p className="text-muted">{translate(loading)}</p>}
      <TableSkeleton columns={columns} />
    </>
  );
}
