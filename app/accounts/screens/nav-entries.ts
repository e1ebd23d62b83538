import {
  Building2,
  LayoutDashboard,
  MailPlus,
  Upload,
  Users,
  CircleUser,
  History,
  ListChecks,
  ShieldCheck,
  Truck,
} from 'lucide-react';
import type { NavEntry } from '~/kit/layout/nav-list';
import { msg } from '~/language/texts';
import { apiKind } from '~/rpc/api-kind';

/** The sidebar's entries (docs/behaviour/shell.md), in order. */
export const NAV_ENTRIES: readonly NavEntry[] = [
  { label: msg`Dashboard`, to: '/dashboard', icon: LayoutDashboard },
  { label: msg`Building`, to: '/condos', icon: Building2 },
  { label: msg`Users`, to: '/users', icon: Users },
  { label: msg`Pending Invitations`, to: '/pending-invitations', icon: MailPlus },
  { label: msg`Bulk Operations`, to: '/bulk-operations', icon: Upload },
];

/** Screens beyond the wire contract. */
const ENTRIES: readonly NavEntry[] = [
  { label: msg`Account`, to: '/account', icon: CircleUser },
  { label: msg`Administrators`, to: '/administrators', icon: ShieldCheck },
  { label: msg`Portfolio Check`, to: '/portfolio-check', icon: ListChecks },
  { label: msg`Moves`, to: '/moves', icon: Truck },
  { label: msg`Activity`, to: '/activity', icon: History },
];

export function userMenuEntries(): readonly NavEntry[] {
  return apiKind().isEmbedded ? ENTRIES : [];
}
