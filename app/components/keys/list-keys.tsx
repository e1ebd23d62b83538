import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useLayoutEffect } from 'react';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import { useOpenHere } from '~/lib/use-open-here';
import { onOpenKeyHelp, openKeyHelp } from './key-help-opener';
import { shortcutOf } from './shortcut-of';

const rows = lazyModule(() => import('./rows'));
const help = lazyModule(() => import('./key-help'));

/** The keys of every list (docs/behaviour/keys.md). What they do is loaded with the first of them. */
export function ListKeys() {
  const router = useRouter();
  const client = useQueryClient();
  const [isHelpOpen, setHelpOpen] = useOpenHere();

  useEffect(() => onOpenKeyHelp(() => setHelpOpen(true)), [setHelpOpen]);
  // Before the first rows are painted, so that the keys work as soon as rows are visible.
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const shortcut = shortcutOf(event);
      const list = document.querySelector('main :is(tbody [aria-rowindex], [aria-posinset])');
      if (shortcut === 'help') openKeyHelp();
      else if (shortcut === 'search') {
        const search = document.querySelector<HTMLInputElement>('main [type=search]');
        if (!search) return;
        event.preventDefault();
        search.focus();
        search.select();
      } else if (shortcut === 'first-hit') {
        const stop = stopAtNextInput();
        void rows
          .fetch()
          .then(({ openFirstHit }) => openFirstHit(event, stop, router, client), ignore);
      } else if (shortcut === 'next' || shortcut === 'previous') {
        if (!list) return;
        event.preventDefault();
        void rows.fetch().then(({ walk }) => walk(shortcut === 'next' ? 1 : -1), ignore);
      } else if (shortcut !== null && !event.repeat) {
        event.preventDefault();
        void rows.fetch().then(({ pressControl }) => pressControl(shortcut, router), ignore);
      }
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [router, client]);

  return isHelpOpen && <OpenKeyHelp onClose={() => setHelpOpen(false)} />;
}

/** Aborted with whatever is pressed or typed next. */
function stopAtNextInput(): AbortController {
  const stop = new AbortController();
  for (const type of ['keydown', 'pointerdown', 'input']) {
    addEventListener(type, () => stop.abort(), { capture: true, signal: stop.signal });
  }
  return stop;
}

/** A key whose code cannot be loaded does nothing; the next press tries again. */
function ignore(): void {}

function OpenKeyHelp({ onClose }: { onClose: () => void }) {
  const KeyHelp = useLazyDialog({ source: help, open: true, dismiss: onClose })?.KeyHelp;
  return KeyHelp && <KeyHelp onClose={onClose} />;
}
