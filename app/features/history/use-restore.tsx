import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import { NO_CAPABILITIES } from '~/data/capabilities/capabilities';
import { capabilityQueries } from '~/data/capabilities/capabilities.queries';
import type { RestoreTarget } from './restore-targets';

const source = lazyModule(() => import('./restore-dialog'));

interface Restore {
  /** Opens the dialog; undefined where the API restores nothing. */
  ask: ((target: RestoreTarget) => void) | undefined;
  dialog: ReactNode;
}

/** The dialog of the history, loaded when the browser is idle, at the latest when it opens. */
export function useRestore(): Restore {
  const { data: can = NO_CAPABILITIES } = useQuery(capabilityQueries.current());
  const [target, setTarget] = useState<RestoreTarget | null>(null);
  const close = () => setTarget(null);
  const loaded = useLazyDialog({ source, open: target !== null, dismiss: close });
  return {
    ask: can.restore ? setTarget : undefined,
    dialog: loaded && target && <loaded.RestoreDialog target={target} onClose={close} />,
  };
}
