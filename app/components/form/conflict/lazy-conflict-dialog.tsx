import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import type { RecordVersions } from '../use-stored-record-form';

const source = lazyModule(() => import('./conflict-dialog'));

/** ConflictDialog, loaded when the browser is idle, at the latest when it opens. */
export function LazyConflictDialog({ noun, conflict, resolve, cancel }: RecordVersions) {
  const dialog = useLazyDialog({ source, open: conflict !== null, dismiss: cancel });
  if (!dialog || !conflict) return null;
  return (
    <dialog.ConflictDialog
      key={conflict.theirs.version}
      noun={noun}
      fields={conflict.fields}
      onResolve={resolve}
      onCancel={cancel}
    />
  );
}
