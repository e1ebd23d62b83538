import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { AWAITED, wholeScreen, useOpenHere } from '~/kit/ui/page-moments';
import type * as Rows from './rows';
import { shortcutOf } from './shortcut-of';

const HelpPart = lazyPart(() => import('./key-help'));

let openHelp: (() => void) | undefined;

/** Shows the list of keys. May be called from anywhere. */
export function openKeyHelp(): void {
  openHelp?.();
}

/** Time after `g` in which the letter of a screen must follow. */
const LETTER_WITHIN_MS = 1500;

interface ListKeysProps {
  screens?: ReadonlyArray<{ to: string; letter?: string }>;
}

/** Handles the keys of every list (docs/behaviour/keys.md). */
export function ListKeys({ screens }: ListKeysProps) {
  const router = useRouter();
  const client = useQueryClient();
  const [isHelpOpen, setHelpOpen] = useOpenHere();

  useEffect(() => {
    openHelp = () => setHelpOpen(true);
    return () => (openHelp = undefined);
  }, [setHelpOpen]);
  // The listener is added before the first rows are painted, so that the keys work as soon as rows are
  // visible.
  useLayoutEffect(() => {
    let goAt = -LETTER_WITHIN_MS;
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event, event.timeStamp - goAt < LETTER_WITHIN_MS);
      goAt = shortcut === 'go' ? event.timeStamp : -LETTER_WITHIN_MS;
      const list = document.querySelector(
        `main :is(tbody [aria-rowindex], [aria-posinset], [${AWAITED}])`,
      );
      if (shortcut === 'help') openKeyHelp();
      else if (shortcut === 'screen') {
        const screen = screens?.find(({ letter }) => letter === event.key);
        if (screen) void router.navigate({ href: screen.to });
      } else if (shortcut === 'search') {
        const search = document.querySelector<HTMLInputElement>('main [type=search]');
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
      } else if (shortcut === 'first-hit') {
        const stop = stopAtNextInput();
        withRows(({ openFirstHit }) => openFirstHit(event, stop, router, client));
      } else if (shortcut === 'next' || shortcut === 'previous') {
        if (!list) return;
        event.preventDefault();
        withRows(({ walk }) => walk(shortcut === 'next' ? 1 : -1));
      } else if (shortcut !== null && shortcut !== 'go' && !event.repeat) {
        event.preventDefault();
        withRows(({ pressControl }) => pressControl(shortcut, router));
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [router, client, screens]);

  const closeHelp = () => setHelpOpen(false);
  return (
    isHelpOpen && (
      <HelpPart onClose={closeHelp}>{({ KeyHelp }) => <KeyHelp onClose={closeHelp} />}</HelpPart>
    )
  );
}

/** Aborted at the next key press or click. */
function stopAtNextInput(): AbortController {
  const stop = new AbortController();
  for (const type of ['keydown', 'pointerdown', 'input']) {
    addEventListener(type, () => stop.abort(), { capture: true, signal: stop.signal });
  }
  return stop;
}

/** If the code of a key cannot be loaded, the key does nothing, and the next press tries again. */
function withRows(act: (rows: typeof Rows) => unknown): void {
  void import('./rows').then(
    async (rows) => {
      await wholeScreen();
      return act(rows);
    },
    () => undefined,
  );
}
