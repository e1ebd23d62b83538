import { useEffect, useRef } from 'react';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { toast } from '~/components/feedback/toast';
import type { CondoConflict, ConflictField, Side } from './condo-conflict';

const dialog = lazyModule(() => import('./conflict-dialog'));

interface LazyConflictDialogProps {
  conflict: CondoConflict | null;
  onResolve: (sideOf: (name: ConflictField['name']) => Side) => void;
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
      key={conflict.theirs.version}
      conflict={conflict}
      onResolve={onResolve}
      onCancel={onCancel}
    />
  );
}
