import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import type { RecordVersions } from '../use-stored-record-form';
import type { Side } from './record-shape';

const source = lazyModule(() => import('./conflict-dialog'));

interface LazyConflictDialogProps {
  conflict: RecordVersions['conflict'];
  onResolve: (sideOf: (name: string) => Side) => void;
  onCancel: () => void;
}

/** ConflictDialog, loaded when the browser is idle, at the latest when it opens. */
export function LazyConflictDialog({ conflict, onResolve, onCancel }: LazyConflictDialogProps) {
  const dialog = useLazyDialog({ source, open: conflict !== null, dismiss: onCancel });
  if (!dialog || !conflict) return null;
  return (
    <dialog.ConflictDialog
      key={conflict.version}
      noun={conflict.noun}
      fields={conflict.fields}
      onResolve={onResolve}
      onCancel={onCancel}
    />
  );
}
