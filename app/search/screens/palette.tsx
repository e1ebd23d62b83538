import { useRouter } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import * as Dialog from 'radix-ui/dialog';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import type { NavEntry } from '~/kit/layout/nav-list';
import { TYPING_PAUSE_MS } from '~/kit/list/use-filter-draft';
import { preloadHref } from '~/kit/table/preload';
import { Button } from '~/kit/ui/button';
import { cn } from '~/kit/ui/cn';
import { ModalPanel } from '~/kit/ui/dialog';
import { currentOwner } from '~/rpc/session-store';
import { useSavedViews } from '~/search/saved-views';
import { plural, t, translate } from '~/language/texts';
import { actionHits, hitsIn, screenHits, themeHits, viewHits } from './fixed-hits';
import { HIT_GROUPS, HIT_KINDS, PALETTE_NAME, type Hit, type HitKind } from './hit';
import { rememberRecent } from './recents';
import { useApiSearch } from './use-api-search';
import { useHitChoice, type HitChoice } from './use-hit-choice';
import { useHits, type FailedGroup } from './use-hits';

/** Kinds of hits that are remembered as recently opened. */
const RECORDS: ReadonlySet<HitKind> = new Set(['recent', 'condo', 'user', 'apartment']);

interface PaletteProps {
  screens: readonly NavEntry[];
  /** Text that was typed while this code was loading. */
  initialQuery: string;
  onClose: () => void;
  /** Called if the palette closes without opening anything, to restore the focus. */
  onReturn: () => void;
}

/** Opens or does everything in the panel by name (docs/behaviour/palette.md). */
export function Palette({ onClose, onReturn, ...props }: PaletteProps) {
  const restoresFocus = useRef(true);
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <ModalPanel
        aria-describedby={undefined}
        className="fixed top-[max(1rem,12dvh)] left-1/2 z-dialog flex max-h-[min(32rem,calc(100dvh-2rem))] w-[calc(100vw-2rem)] max-w-xl -translate-x-1/2 animate-fade-in flex-col overflow-hidden rounded-xl border border-line bg-surface text-ink shadow-float focus:outline-none"
        // The input takes the focus itself without delay, so that no key is lost.
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
  /** Called before the chosen target opens. `staysOnScreen` is true if it leads to no other screen. */
  onOpenTarget: (staysOnScreen: boolean) => void;
}

function PaletteSearch({ screens, initialQuery, onOpenTarget }: PaletteSearchProps) {
  const router = useRouter();
  const search = useApiSearch(initialQuery);
  const { text, query } = search;
  const [owner] = useState(currentOwner);
  const views = useSavedViews(owner);
  const [screenActions] = useState(() => hitsIn('main'));
  // These contain Logout, so they come last.
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

interface GroupProps {
  kind: HitKind;
  hits: readonly Hit[];
  choice: HitChoice;
}

function Group({ kind, hits, choice }: GroupProps) {
  const titleId = useId();
  if (hits.length === 0) return null;
  const { title, icon: Icon } = HIT_GROUPS[kind];
  // Records and views have names given by people. Other hits are words of the panel.
  const isNamed = kind !== 'action' && kind !== 'screen';
  return (
    <div role="group" aria-labelledby={titleId}>
      <p id={titleId} aria-hidden className="px-2.5 pt-2 pb-1 text-xs font-medium text-muted">
        {translate(title)}
      </p>
      {hits.map((hit) => (
        <div
          key={hit.key}
          {...choice.optionProps(kind, hit)}
          className="flex min-h-9 cursor-pointer items-baseline gap-3 rounded-md px-2.5 py-2 data-[active=true]:bg-accent-soft data-[active=true]:text-accent-text pointer-coarse:min-h-11 forced-colors:data-[active=true]:outline-2 forced-colors:data-[active=true]:-outline-offset-2"
        >
          <Icon aria-hidden className="size-4 shrink-0 self-center text-muted" strokeWidth={1.75} />
          <span
            translate={isNamed ? 'no' : undefined}
            className={cn(
              'shrink-0 truncate font-medium',
              // A command is shown in full before anything of its detail.
              hit.detail && kind !== 'action' ? 'max-w-3/4' : 'max-w-[calc(100%-2.5rem)]',
            )}
          >
            {hit.label}
          </span>{' '}
          {hit.detail && (
            <span
              translate={kind === 'view' ? undefined : 'no'}
              className="ml-auto min-w-0 truncate text-sm text-muted in-data-[active=true]:text-accent-text"
            >
              {hit.detail}
            </span>
          )}
          {hit.keys && (
            <kbd
              aria-hidden
              translate="no"
              className={cn(
                'shrink-0 font-sans text-xs text-muted pointer-coarse:hidden max-sm:hidden',
                !hit.detail && 'ml-auto',
              )}
            >
              {` ${hit.keys}`}
            </kbd>
          )}
        </div>
      ))}
    </div>
  );
}

/** Message if the search of one kind failed. Results of other kinds stay. */
function Failure({ title, message, retry }: FailedGroup) {
  return (
    <div
      role="group"
      aria-label={title}
      className="flex items-center justify-between gap-3 border-t border-line px-4 py-2"
    >
      <p role="alert" className="min-w-0 text-sm wrap-anywhere text-danger">
        {`${title}: ${message}`}
      </p>
      <Button variant="secondary" size="sm" onClick={retry}>
        {t`Retry`}
      </Button>
    </div>
  );
}

interface ResultCountProps {
  count: number | null;
  isSearching: boolean;
}

/** Announces the number of results once the search is complete. Empty without a query. */
function ResultCount({ count, isSearching }: ResultCountProps) {
  const status = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (!status.current || isSearching) return;
    status.current.textContent =
      count === null
        ? ''
        : plural(count, count === 0 ? t`No` : String(count), '# result', '# results');
  }, [count, isSearching]);
  return <p ref={status} role="status" className="sr-only" />;
}
