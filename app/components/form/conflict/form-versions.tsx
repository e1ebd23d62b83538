import type { AnyFormApi } from '@tanstack/react-form';
import { useEffect } from 'react';
import type { RecordVersions } from '../use-stored-record-form';
import { LazyConflictDialog } from './lazy-conflict-dialog';

interface FormVersionsProps {
  form: AnyFormApi;
  versions: RecordVersions;
}

/** Keeps a form at its record's version, and asks where someone else has saved another one. */
export function FormVersions({ form, versions }: FormVersionsProps) {
  const { conflict, resolved, rebase, resolve, cancel } = versions;
  // After each rendering: it compares the record that was rendered with the form.
  useEffect(() => rebase(form));
  // After the form has rendered with the new baseline.
  useEffect(() => {
    if (resolved > 0) void form.handleSubmit();
  }, [form, resolved]);
  return (
    <LazyConflictDialog
      conflict={conflict}
      onResolve={(sideOf) => resolve(form, sideOf)}
      onCancel={cancel}
    />
  );
}
