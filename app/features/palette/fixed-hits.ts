import { openKeyHelp } from '~/components/keys/key-help-opener';
import type { NavEntry } from '~/components/layout/nav';
import { setTheme, THEMES } from '~/components/layout/theme';
import { titleCase } from '~/lib/format';
import { VIEW_LISTS, viewHref, type SavedView } from '~/lib/saved-views';
import { msg, t } from '~/lib/texts';
import type { Hit } from './hit';

/** Screens that are not in the sidebar, and hold nothing beyond the wire contract. */
const MORE_SCREENS: readonly Hit[] = [
  { key: 'screen /apartments', label: msg`Apartments`, target: '/apartments' },
];

export function screenHits(screens: readonly NavEntry[]): Hit[] {
  return [
    ...screens.map(({ label, to }) => ({ key: `screen ${to}`, label, target: to })),
    ...MORE_SCREENS,
  ];
}

/** A star is part of the text, so that it can be searched for, too. */
export function viewHits(views: readonly SavedView[]): Hit[] {
  return views.map((view) => ({
    key: `view ${view.id}`,
    label: view.isStarred ? `★ ${view.name}` : view.name,
    detail: VIEW_LISTS[view.path],
    target: viewHref(view),
  }));
}

export const ACTION_HITS: readonly Hit[] = [
  { key: 'new condo', label: msg`Add New Building`, target: '/condos/create' },
  { key: 'new apartment', label: msg`Add New Apartment`, target: '/apartments/create' },
  { key: 'invite', label: msg`Invite New User`, target: '/users/invite' },
  { key: 'keys', label: msg`Keyboard shortcuts`, target: openKeyHelp },
];

/** Found by their name alone. */
export const THEME_HITS: readonly Hit[] = THEMES.map((theme) => ({
  key: `theme ${theme}`,
  label: t`Theme: ${titleCase(theme)}`,
  target: () => setTheme(theme),
}));
