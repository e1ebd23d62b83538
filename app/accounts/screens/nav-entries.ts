import { Building2, LayoutDashboard, MailPlus, Upload, Users } from 'lucide-react';
import type { NavEntry } from '~/kit/layout/nav-list';
import { msg } from '~/language/texts';

/** The sidebar's entries (docs/behaviour/shell.md), in order. */
export const NAV_ENTRIES: readonly NavEntry[] = [
  { label: msg`Dashboard`, to: '/dashboard', icon: LayoutDashboard },
  { label: msg`Building`, to: '/condos', icon: Building2 },
  { label: msg`Users`, to: '/users', icon: Users },
  { label: msg`Pending Invitations`, to: '/pending-invitations', icon: MailPlus },
  { label: msg`Bulk Operations`, to: '/bulk-operations', icon: Upload },
];
