import type { ConfirmDeleteProps } from './confirm-delete';
import { lazyModule } from './lazy-module';
import { useLazyDialog } from './use-lazy-dialog';

const source = lazyModule(() => import('./confirm-delete'));

/** ConfirmDelete, loaded when the browser is idle, at the latest when it opens. */
export function LazyConfirmDelete<T extends { id: number | null }>(props: ConfirmDeleteProps<T>) {
  const flow = useLazyDialog({ source, open: props.record !== null, dismiss: props.onDone });
  return flow && <flow.ConfirmDelete {...props} />;
}
