import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import type { DeleteCondoProps } from './delete-condo';

const source = lazyModule(() => import('./delete-condo'));

/** DeleteCondo, loaded when the browser is idle, at the latest when it opens. */
export function LazyDeleteCondo(props: DeleteCondoProps) {
  const flow = useLazyDialog({ source, open: props.condo !== null, dismiss: props.onDone });
  return flow && <flow.DeleteCondo {...props} />;
}
