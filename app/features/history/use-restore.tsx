import { useState, type ReactNode } from 'react';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import { apiKind } from '~/lib/api-kind';
import type { RestoreTarget } from './restore-targets';

const source = lazyModule(() => import('./restore-dialog'));

interface Restore {
  /** Opens the dialog; undefined where the API restores nothing. */
  ask: ((target: RestoreTarget) => void) | undefined;
  dialog: ReactNode;
}

/** The dialog of the history, loaded when the browser is idle, at the latest when it opens. */
export function useRestore(): Restore {
  const [target, setTarget] = useState<RestoreTarget | null>(null);
  const close = () => setTarget(null);
  const loaded = useLazyDialog({ source, open: target !== null, dismiss: close });
  return {
    ask: apiKind().isEmbedded ? setTarget : undefined,
    dialog: loaded && target && <loaded.RestoreDialog target={target} onClose={close} />,
  };
}
