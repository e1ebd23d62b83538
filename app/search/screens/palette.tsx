import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { NavEntry } from '~/kit/layout/nav-list';
import { TYPING_PAUSE_MS } from '~/kit/list/use-filter-draft';
import { preloadHref } from '~/kit/table/preload';
import { ModalPanel } from '~/kit/ui/dialog';
import { currentOwner } from '~/rpc/session-store';
import { useSavedViews } from '~/search/saved-views';
import { t, translate } from '~/language/texts';
import { actionHits, hitsIn, screenHits, themeHits, viewHits } from './fixed-hits';
import { HIT_KINDS, PALETTE_NAME, type HitKind } from './hit';
import { Failure, Group, ResultCount } from './palette-groups';
import { rememberRecent } from './recents';
import { useApiSearch } from './use-api-search';
import { useHitChoice } from './use-hit-choice';
import { useHits } from './use-hits';

/** Kinds that are remembered as opened lately. */
const RECORDS: ReadonlySet<HitKind> = new Set(['recent', 'condo', 'user', 'apartment']);

interface PaletteProps {
  screens: readonly NavEntry[];
  /** The text that was typed while this was loading. */
  initialQuery: string;
  onClose: () => void;
  /** Called if it closes without opening anything, to restore the focus. */
  onReturn: () => void;
}

/** Everything the panel can open or do, by name (docs/behaviour/palette.md). */
export function Palette({ onClose, onReturn, ...props }: PaletteProps) {
  const restoresFocus = useRef(true);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <ModalPanel
        aria-describedby={undefined}
        className="fixed top-[max(1rem,12dvh)] left-1/2 z-dialog flex max-h-[min(32rem,calc(100dvh-2rem))] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 animate-fade-in flex-col overflow-hidden rounded-xl border border-line bg-surface text-ink shadow-float focus:outline-none"
        // The input takes the focus itself, at once: no key is lost.
        onOpenAutoFocus={(event) => event.preventDefault()}
        onCloseAutoFocus={() => restoresFocus.current && onReturn()}
      >
        <Dialog.Title className="sr-only">{translate(PALETTE_NAME)}</Dialog.Title>
        <PaletteSearch
          {...props}
          onOpenTarget={(staysOnScreen) => {
            restoresFocus.current = staysOnScreen;
            onClose();
          }}
        />
      </ModalPanel>
    </Dialog.Root>
  );
}

interface PaletteSearchProps extends Pick<PaletteProps, 'screens' | 'initialQuery'> {
  /** Called before the chosen target opens; `staysOnScreen` if it does not lead to another one. */
  onOpenTarget: (staysOnScreen: boolean) => void;
}

function PaletteSearch({ screens, initialQuery, onOpenTarget }: PaletteSearchProps) {
  const router = useRouter();
  const search = useApiSearch(initialQuery);
  const { text, query } = search;
  const [owner] = useState(currentOwner);
  const views = useSavedViews(owner);
  const [screenActions] = useState(() => hitsIn('main'));
  // Contains Logout, so these come last.
  const [headerActions] = useState(() => hitsIn('header'));
  const fixed = useMemo(
    () => ({
      screen: screenHits(screens),
      view: viewHits(views),
      action: [...screenActions, ...actionHits(), ...headerActions],
      named: themeHits(),
    }),
    [screens, views, screenActions, headerActions],
  );
  const { hits, isSearching, failed } = useHits(search, owner, fixed);
  const choice = useHitChoice({
    hits,
    text,
    onType: search.change,
    onChoose(kind, hit) {
      const { target } = hit;
      if (RECORDS.has(kind)) rememberRecent(owner, hit);
      const path = typeof target === 'string' ? target.split('?', 1)[0] : undefined;
      onOpenTarget(path === router.state.location.pathname);
      if (typeof target === 'string') void router.navigate({ href: target });
      else target();
    },
  });
  const target = choice.active?.target;
  useEffect(() => {
    if (typeof target !== 'string') return undefined;
    const timer = setTimeout(preloadHref, TYPING_PAUSE_MS, router, target);
    return () => clearTimeout(timer);
  }, [router, target]);
  const count = choice.entries.length;
  return (
    <>
      <div className="flex items-center gap-3 border-b border-line px-4">
        <Search aria-hidden className="size-4.5 shrink-0 text-muted" />
        <input
          {...choice.inputProps}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- a requested dialog with one input
          autoFocus
          spellCheck={false}
          placeholder={t`Search buildings, people, actions...`}
          className="h-12 w-full bg-transparent text-base outline-none placeholder:text-muted pointer-coarse:text-[1rem]"
        />
      </div>
      <div
        {...choice.menuProps}
        className="min-h-0 overflow-y-auto overscroll-contain not-empty:p-1.5"
      >
        {HIT_KINDS.map((kind) => (
          <Group key={kind} kind={kind} hits={hits[kind]} choice={choice} />
        ))}
      </div>
      {failed.map((group) => (
        <Failure key={group.title} {...group} />
      ))}
      {isSearching ? (
        <p className="border-t border-line px-4 py-2 text-sm text-muted">{t`Searching...`}</p>
      ) : (
        count === 0 && <p className="p-4 text-muted">{t`Nothing matches “${query}”.`}</p>
      )}
      <ResultCount count={query === '' ? null : count} isSearching={isSearching} />
    </>
  );
}
