import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import type { DeleteCondoProps } from './delete-condo';

const source = lazyModule(() => import('./delete-condo'));

/** DeleteCondo, loaded when the browser is idle, at the latest when it opens. */
export function LazyDeleteCondo({ condo, onDone }: DeleteCondoProps) {
  const flow = useLazyDialog({ source, open: condo !== null, dismiss: onDone });
  return flow && <flow.DeleteCondo condo={condo} onDone={onDone} />;
}
