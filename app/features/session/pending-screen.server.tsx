import { useMatches, type RegisteredRouter } from '@tanstack/react-router';
import { PageHeader } from '~/components/layout/page-header';
import { TableSkeleton } from '~/components/table/table-skeleton';
import { Skeleton } from '~/components/ui/skeleton';
import { msg, translate } from '~/lib/texts';

type RouteId = keyof RegisteredRouter['routesById'];
type ScreenId = Exclude<Extract<RouteId, `/_shell/${string}`>, '/_shell/_admin'>;

/** What a screen shows while it loads; one without a loading text begins with a form, one without columns has cards. */
const screen = (heading: string, loading = '', columns = 0) => ({
  heading,
  loading,
  columns,
  hasFilters: false,
});

/** A screen with a bar of filters above its list. */
const list = (...of: Parameters<typeof screen>) => ({ ...screen(...of), hasFilters: true });

/** An end-to-end test compares the texts with those of the screens. */
const PENDING: Readonly<Record<ScreenId, ReturnType<typeof screen>>> = {
  '/_shell/': screen(msg`Admin Dashboard`, msg`Loading...`),
  '/_shell/dashboard': screen(msg`Admin Dashboard`, msg`Loading...`),
  '/_shell/_admin/condos/': list(msg`Building Management`, msg`Loading condos...`, 6),
  '/_shell/_admin/condos/create': screen(msg`Create New Building`),
  '/_shell/_admin/condos/$condoId': screen(msg`Building`, msg`Loading building details...`),
  '/_shell/_admin/apartments/': list(msg`Apartments Management`, msg`Loading apartments...`),
  '/_shell/_admin/apartments/create': screen(msg`Create New Apartment`),
  '/_shell/_admin/users/': list(msg`Users Management`, msg`Loading users...`, 7),
  '/_shell/_admin/users/invite': screen(msg`Invite User`),
  '/_shell/_admin/users/$userId/': screen(msg`User Details`, msg`Loading user...`),
  '/_shell/_admin/users/$userId/edit': screen(msg`Edit User`, msg`Loading user...`),
  '/_shell/_admin/pending-invitations/': list(
    msg`Pending Invitations`,
    msg`Loading invitations...`,
    6,
  ),
  '/_shell/_admin/bulk-operations': screen(msg`Bulk Operations`),
  '/_shell/_admin/administrators': screen(msg`Administrators`, msg`Loading administrators...`),
  '/_shell/_admin/account': screen(msg`Account`, msg`Loading account...`),
  '/_shell/_admin/activity': list(msg`Activity`, msg`Loading history...`),
  '/_shell/_admin/portfolio-check': screen(msg`Portfolio Check`, msg`Loading findings...`, 3),
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
      {columns > 0 ? <TableSkeleton columns={columns} /> : <Skeleton className="h-72 rounded-lg" />}
    </>
  );
}
