import type { AnyFormApi } from '@tanstack/react-form';
import { useState } from 'react';
import type { Versioned } from '~/contract/versioned';
import { baselineAfterSave, rebased, toBaseline } from './conflict/form-baseline';
import {
  resolveConflict,
  type ConflictField,
  type RecordConflict,
} from './conflict/record-conflict';
import type { RecordShape, Side } from './conflict/record-shape';
import { saveOrConflict, type RecordCalls } from './conflict/save-or-conflict';
import { focusSubmit } from './focus-first-invalid';
import { setFormValues } from './set-form-values';
import { useRecordForm } from './use-record-form';

/** The versions of a form's record, as RecordForm uses them. */
export interface RecordVersions {
  /** The conflict that the dialog asks about, or null. */
  conflict: { noun: string; version: string | null; fields: readonly ConflictField[] } | null;
  /** Counts up each time that a resolved conflict is to be saved. */
  resolved: number;
  /** Adopts refetched data unless the form is dirty. */
  rebase: (form: AnyFormApi) => void;
  /** Makes their state the new baseline, applies the chosen values to it, and has it saved. */
  resolve: (form: AnyFormApi, sideOf: (name: string) => Side) => void;
  /** Returns to the form and keeps what was typed. */
  cancel: () => void;
}

interface StoredRecordFormOptions<Stored, Values extends object, Body> extends RecordCalls<
  Stored,
  Body
> {
  draftKey: string;
  shape: RecordShape<Stored, Values, Body>;
  /** The record being edited, as it was last read; undefined for a new one. */
  stored: Versioned<Stored> | undefined;
  onSaved: (element: HTMLFormElement | null) => Promise<void> | void;
  onServerError: (error: unknown) => void;
  rename?: Readonly<Record<string, string>>;
}

/**
 * useRecordForm for records that two people may change at the same time: it keeps the version that the form was filled
 * from, and asks where someone else has saved another one (docs/decisions/0017).
 */
export function useStoredRecordForm<Stored, Values extends object, Body>(
  options: StoredRecordFormOptions<Stored, Values, Body>,
) {
  const { shape, stored, save, reload, firstReading, onSaved, ...plain } = options;
  const [baseline, setBaseline] = useState(() => toBaseline(shape, stored));
  const [conflict, setConflict] = useState<RecordConflict<Stored, Values> | null>(null);
  const [resolved, setResolved] = useState(0);
  const record = useRecordForm({
    ...plain,
    isChange: stored !== undefined,
    save: async (values: Values) => {
      const calls = {
        save,
        ...(reload && { reload }),
        ...(firstReading && { firstReading }),
      };
      const outcome = await saveOrConflict(shape, values, baseline, calls);
      if ('fields' in outcome) {
        setConflict(outcome);
        return false;
      }
      const { version } = outcome;
      setBaseline(baselineAfterSave(shape, { ...baseline, seen: stored }, values, version));
      return outcome;
    },
    onSaved: (_outcome, element) => onSaved(element),
  });
  return {
    ...record,
    /** For useAppForm. */
    defaultValues: baseline.values,
    /** For RecordForm, which has the form. */
    versions: {
      conflict: conflict && {
        noun: shape.noun,
        version: conflict.theirs.version,
        fields: conflict.fields,
      },
      resolved,
      rebase(form) {
        const next = rebased(shape, baseline, stored, form);
        if (next) setBaseline(next);
      },
      resolve(form, sideOf) {
        if (!conflict) return;
        setConflict(null);
        setFormValues(form, resolveConflict(shape, conflict, sideOf));
        setBaseline(toBaseline(shape, conflict.theirs));
        setResolved(resolved + 1);
      },
      cancel() {
        setConflict(null);
        focusSubmit(record.element.current);
      },
    } satisfies RecordVersions,
  };
}
