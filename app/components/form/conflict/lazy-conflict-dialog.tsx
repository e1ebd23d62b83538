import { useEffect, useRef } from 'react';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { toast } from '~/components/feedback/toast';
import type { RecordVersions } from '../use-stored-record-form';
import type { Side } from './record-shape';

const dialog = lazyModule(() => import('./conflict-dialog'));

interface LazyConflictDialogProps {
  conflict: RecordVersions['conflict'];
  onResolve: (sideOf: (name: string) => Side) => void;
  onCancel: () => void;
}

/** ConflictDialog, loaded when the browser is idle, at the latest when it opens. */
export function LazyConflictDialog({ conflict, onResolve, onCancel }: LazyConflictDialogProps) {
  const wanted = conflict !== null;
  const { module, failed } = useLazyModule(dialog, wanted);
  const cancelNow = useRef(onCancel);
  useEffect(() => {
    cancelNow.current = onCancel;
  }, [onCancel]);
  useEffect(() => {
    if (!failed || !wanted) return;
    toast.error('The dialog could not be loaded. Check your connection and try again.');
    cancelNow.current();
  }, [failed, wanted]);
  if (!module || !conflict) return null;
  return (
    <module.ConflictDialog
      key={conflict.version}
      noun={conflict.noun}
      fields={conflict.fields}
      onResolve={onResolve}
      onCancel={onCancel}
    />
  );
}
