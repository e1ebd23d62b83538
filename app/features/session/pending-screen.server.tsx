import { useMatches, type RegisteredRouter } from '@tanstack/react-router';
import { PageHeader } from '~/components/layout/page-header';
import { TableSkeleton } from '~/components/table/table-skeleton';
import { Skeleton } from '~/components/ui/skeleton';
import { msg, translate } from '~/lib/texts';

/** What a screen shows while it loads. */
interface Pending {
  heading: string;
  /** Of a screen that begins with data; the others begin with a form. */
  text?: string;
  /** The columns of its table; a screen without one has cards. */
  columns?: number;
  /** It has a bar of filters above the list. */
  hasFilters?: true;
}

type RouteId = keyof RegisteredRouter['routesById'];
type ScreenId = Exclude<Extract<RouteId, `/_shell/${string}`>, '/_shell/_admin'>;

/** An end-to-end test compares the texts with those of the screens. */
const PENDING: Readonly<Record<ScreenId, Pending>> = {
  '/_shell/': { heading: msg`Admin Dashboard`, text: msg`Loading...` },
  '/_shell/dashboard': { heading: msg`Admin Dashboard`, text: msg`Loading...` },
  '/_shell/_admin/condos/': {
    heading: msg`Building Management`,
    text: msg`Loading condos...`,
    columns: 6,
    hasFilters: true,
  },
  '/_shell/_admin/condos/create': { heading: msg`Create New Building` },
  '/_shell/_admin/condos/$condoId': {
    heading: msg`Building`,
    text: msg`Loading building details...`,
  },
  '/_shell/_admin/apartments/': {
    heading: msg`Apartments Management`,
    text: msg`Loading apartments...`,
    hasFilters: true,
  },
  '/_shell/_admin/apartments/create': { heading: msg`Create New Apartment` },
  '/_shell/_admin/users/': {
    heading: msg`Users Management`,
    text: msg`Loading users...`,
    columns: 7,
    hasFilters: true,
  },
  '/_shell/_admin/users/invite': { heading: msg`Invite User` },
  '/_shell/_admin/users/$userId/': { heading: msg`User Details`, text: msg`Loading user...` },
  '/_shell/_admin/users/$userId/edit': { heading: msg`Edit User`, text: msg`Loading user...` },
  '/_shell/_admin/pending-invitations/': {
    heading: msg`Pending Invitations`,
    text: msg`Loading invitations...`,
    columns: 6,
    hasFilters: true,
  },
  '/_shell/_admin/bulk-operations': { heading: msg`Bulk Operations` },
  '/_shell/_admin/administrators': {
    heading: msg`Administrators`,
    text: msg`Loading administrators...`,
  },
  '/_shell/_admin/account': { heading: msg`Account`, text: msg`Loading account...` },
  '/_shell/_admin/activity': {
    heading: msg`Activity`,
    text: msg`Loading history...`,
    hasFilters: true,
  },
  '/_shell/_admin/portfolio-check': {
    heading: msg`Portfolio Check`,
    text: msg`Loading findings...`,
    columns: 3,
  },
};

/** The screen of the address as far as the server knows it: its heading, and what it shows while it loads. */
export function PendingScreen() {
  const id = useMatches({ select: (matches) => matches.at(-1)?.routeId });
  const pending = Object.entries(PENDING).find(([name]) => name === id)?.[1];
  if (!pending) return null;
  const { heading, text, columns, hasFilters } = pending;
  return (
    <>
      <PageHeader title={translate(heading)} />
      {hasFilters && <Skeleton className="h-16 rounded-lg roomy:h-30" />}
      {text && <p className="text-muted">{translate(text)}</p>}
      {columns ? <TableSkeleton columns={columns} /> : <Skeleton className="h-72 rounded-lg" />}
    </>
  );
}
