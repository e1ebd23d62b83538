import { openKeyHelp } from '~/kit/keys/list-keys';
import type { NavEntry } from '~/kit/layout/nav-list';
import { setTheme, THEMES } from '~/kit/layout/theme';
import { titleCase } from '~/language/format';
import { viewHref, type SavedView } from '~/search/saved-views';
import { VIEW_LISTS } from '~/search/view-lists';
import { msg, t, translate } from '~/language/texts';
import { mayI } from '~/rpc/own-rights';
import type { Hit } from './hit';

/** Additional words for buildings in the languages of other catalogues. */
const BUILDING_WORDS = 'Gebäude Bâtiment Edificio';

/** A hit of the panel itself, found by its translated and its English name. */
function namedHit(key: string, english: string, target: Hit['target'], keys?: string): Hit {
  const aliases = english.includes('Building') ? `${english} ${BUILDING_WORDS}` : english;
  return { key, label: translate(english), aliases, keys, target };
}

/** Screens. Apartments are added here, as the sidebar does not have them; their page works with every API. */
export function screenHits(screens: readonly NavEntry[]): Hit[] {
  return [
    ...screens.map(({ label, title, to, letter }) =>
      namedHit(`screen ${to}`, title ?? label, to, letter && `g ${letter}`),
    ),
    namedHit('screen /apartments', msg`Apartments`, '/apartments'),
  ];
}

/** Saved views. A star is part of the text, so that it can be searched for. */
export function viewHits(views: readonly SavedView[]): Hit[] {
  return views.map((view) => ({
    key: `view ${view.id}`,
    label: view.isStarred ? `★ ${view.name}` : view.name,
    detail: [translate(VIEW_LISTS[view.path]), view.by].filter(Boolean).join(', '),
    target: viewHref(view),
  }));
}

export function actionHits(): Hit[] {
  const proposable = [
    namedHit('new condo', msg`Add New Building`, '/condos/create'),
    namedHit('new apartment', msg`Add New Apartment`, '/apartments/create'),
  ];
  return [
    ...(mayI('propose') ? proposable : []),
    ...(mayI('write') ? [namedHit('invite', msg`Invite New User`, '/users/invite')] : []),
    namedHit('keys', msg`Keyboard shortcuts`, openKeyHelp, '?'),
  ];
}

/** Themes, found only by name. */
export function themeHits(): Hit[] {
  return THEMES.map((theme) => ({
    key: `theme ${theme}`,
    label: t`Theme: ${titleCase(theme)}`,
    aliases: `Theme: ${theme}`,
    target: () => setTheme(theme),
  }));
}

/** Buttons and links that become actions. */
const ACTIONS = ':is(a[href], button:not(:disabled))';
const MARKED = `[data-palette] ${ACTIONS}, ${ACTIONS}[data-palette]`;

/** Buttons of the current record, list or header. Choosing a hit clicks its button. */
export function hitsIn(area: 'main' | 'header'): Hit[] {
  const detail = area === 'main' ? document.querySelector('main h1')?.textContent : undefined;
  return [...document.querySelectorAll<HTMLElement>(`${area} :is(${MARKED})`)].flatMap(
    (element) => {
      const label = element.textContent.trim();
      const keys = element.dataset['key'];
      return label === ''
        ? []
        : [{ key: `press ${label}`, label, detail, keys, target: () => press(element) }];
    },
  );
}

/** Clicks after the palette has closed, so that dialogs return the focus to the button. */
function press(element: HTMLElement): void {
  requestAnimationFrame(() => {
    element.focus();
    element.click();
  });
}
