import { useMatches, type RegisteredRouter } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { PageHeader } from '~/kit/ui/card';
import { Skeleton, TableSkeleton } from '~/kit/ui/skeleton';
import { apartmentsTexts } from '~/apartments/screens/apartments-page';
import { condoColumns } from '~/condos/screens/condo-columns';
import { condosTexts } from '~/condos/screens/condos-page';
import { invitationColumns } from '~/invitations/screens/invitation-columns';
import { invitationsTexts } from '~/invitations/screens/pending-invitations-page';
import { movesTexts } from '~/checks/screens/moves-page';
import { findingsColumns, findingsTexts } from '~/checks/screens/portfolio-check-page';
import { userColumns } from '~/users/screens/user-columns';
import { usersTexts } from '~/users/screens/users-page';
import { msg, translate } from '~/language/texts';

type Columns = ComponentProps<typeof TableSkeleton>['columns'];
type RouteId = keyof RegisteredRouter['routesById'];
type ScreenId = Exclude<Extract<RouteId, `/_shell/${string}`>, '/_shell/_admin'>;

interface Pending {
  heading: string;
  /** Empty for a screen that begins with a form. */
  loading: string;
  hasFilters: boolean;
  /** Null for a screen without a table. */
  columns: Columns | null;
}

const screen = (heading: string, loading = ''): Pending => ({
  heading,
  loading,
  hasFilters: false,
  columns: null,
});

/** A screen with a bar of filters above its list; the list is a table where it has columns. */
const list = (
  texts: Pick<Pending, 'heading' | 'loading'>,
  columns: Columns | null = null,
): Pending => ({ ...texts, hasFilters: true, columns });

/** An end-to-end test compares the texts with those of the screens. */
const PENDING: Readonly<Record<ScreenId, Pending>> = {
  '/_shell/': screen(msg`Admin Dashboard`, msg`Loading...`),
  '/_shell/dashboard': screen(msg`Admin Dashboard`, msg`Loading...`),
  '/_shell/_admin/condos/': list(condosTexts, condoColumns),
  '/_shell/_admin/condos/create': screen(msg`Create New Building`),
  '/_shell/_admin/condos/$condoId': screen(msg`Building`, msg`Loading building details...`),
  '/_shell/_admin/apartments/': list(apartmentsTexts),
  '/_shell/_admin/apartments/create': screen(msg`Create New Apartment`),
  '/_shell/_admin/users/': list(usersTexts, userColumns),
  '/_shell/_admin/users/invite': screen(msg`Invite User`),
  '/_shell/_admin/users/$userId/': screen(msg`User Details`, msg`Loading user...`),
  '/_shell/_admin/users/$userId/edit': screen(msg`Edit User`, msg`Loading user...`),
  '/_shell/_admin/pending-invitations/': list(invitationsTexts, invitationColumns),
  '/_shell/_admin/bulk-operations': screen(msg`Bulk Operations`),
  '/_shell/_admin/administrators': screen(msg`Administrators`, msg`Loading administrators...`),
  '/_shell/_admin/account': screen(msg`Account`, msg`Loading account...`),
  '/_shell/_admin/activity': list({ heading: msg`Activity`, loading: msg`Loading history...` }),
  '/_shell/_admin/moves': screen(movesTexts.heading, movesTexts.loading),
  '/_shell/_admin/portfolio-check': {
    ...screen(msg`Portfolio Check`, findingsTexts.loading),
    columns: findingsColumns,
  },
};

/** The screen of the address as far as the server knows it: its heading, and what it shows while it loads. */
export function PendingScreen() {
  const id = useMatches({ select: (matches) => matches.at(-1)?.routeId });
  const pending = Object.entries(PENDING).find(([name]) => name === id)?.[1];
  if (!pending) return null;
  const { heading, loading, hasFilters, columns } = pending;
  return (
    <>
      <PageHeader title={translate(heading)} />
      {hasFilters && <Skeleton className="h-16 rounded-lg roomy:h-30" />}
      {loading && <p className="text-muted">{translate(loading)}</p>}
      {columns ? <TableSkeleton columns={columns} /> : <Skeleton className="h-72 rounded-lg" />}
    </>
  );
}
