import { CircleUser, History, ListChecks, ShieldCheck } from 'lucide-react';
import type { NavEntry } from '~/components/layout/nav';
import type { Capabilities } from '~/data/capabilities/capabilities';

/** Screens beyond the wire contract, each behind the capability that offers it. */
const ENTRIES: ReadonlyArray<NavEntry & { capability: keyof Capabilities }> = [
  { label: 'Account', to: '/account', icon: CircleUser, capability: 'account' },
  {
    label: 'Administrators',
    to: '/administrators',
    icon: ShieldCheck,
    capability: 'administrators',
  },
  {
    label: 'Portfolio Check',
    to: '/portfolio-check',
    icon: ListChecks,
    capability: 'portfolioCheck',
  },
  { label: 'Activity', to: '/activity', icon: History, capability: 'history' },
];

/** The entries of the "Welcome, ..." menu. */
export function userMenuEntries(can: Capabilities): readonly NavEntry[] {
  return ENTRIES.filter(({ capability }) => can[capability]);
}
