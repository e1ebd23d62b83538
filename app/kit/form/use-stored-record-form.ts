import type { AnyFormApi } from '@tanstack/react-form';
import { useEffect, useState, type RefObject } from 'react';
import type { Versioned } from '~/rpc/versioned';
import type { RecordShape, Side } from '~/kit/form/conflict/record-shape';
import {
  baselineOf,
  resolveConflict,
  saveOrConflict,
  type RecordCalls,
  type RecordConflict,
} from '~/kit/form/conflict/save-or-conflict';
import { focusSubmit, setFormValues } from './server-errors';
import { useRecordForm, type RecordFormOptions } from './use-record-form';

/** A conflicting version of the record, as RecordForm presents it. */
export interface RecordVersions {
  noun: string;
  conflict: RecordConflict<unknown, unknown> | null;
  /** Takes their record as the new baseline, applies the chosen values, and saves. */
  resolve: (sideOf: (name: string) => Side) => void;
  /** Returns to the form with the typed values. */
  cancel: () => void;
}

interface StoredRecordFormOptions<Stored, Values extends object, Body>
  extends
    RecordCalls<Stored, Body>,
    Omit<RecordFormOptions<Values>, 'defaultValues' | 'save' | 'isChange'> {
  shape: RecordShape<Stored, Values, Body>;
  /** The edited record as last read; undefined for a new one. */
  stored: Versioned<Stored> | undefined;
}

/** useRecordForm for records that two people may edit. It asks whose values to keep (docs/decisions/0017). */
export function useStoredRecordForm<Stored, Values extends object, Body>(
  options: StoredRecordFormOptions<Stored, Values, Body>,
) {
  const { shape, stored } = options;
  const [baseline, setBaseline] = useState(() => baselineOf(shape, stored));
  /** The latest refetched record that was compared with the form. */
  const [seen, setSeen] = useState(stored);
  const [conflict, setConflict] = useState<RecordConflict<Stored, Values> | null>(null);
  /** Counter of resolved conflicts. Each increase saves the form. */
  const [resolved, setResolved] = useState(0);
  const record = useRecordForm({
    ...options,
    defaultValues: baseline.values,
    isChange: stored !== undefined,
    save: async (values) => {
      const outcome = await saveOrConflict(shape, values, baseline, options);
      if ('fields' in outcome) {
        setConflict(outcome);
        return false;
      }
      // Until the saved record has been refetched, the sent values are the baseline.
      const saved = baseline.stored && { ...baseline.stored, ...shape.toStored(values) };
      setBaseline({ values, stored: saved, version: outcome.version });
      setSeen(stored);
      return true;
    },
  });
  const { form, element } = record;
  // Adopts refetched data unless the form is dirty. A dirty form keeps its version, so that the save detects
  // a conflict instead of overwriting another change.
  useAfterRendering(() => {
    if (!stored || seen === stored) return;
    setSeen(stored);
    const typed = !form.state.isDefaultValue;
    if (typed && baseline.version !== stored.version) return;
    const next = baselineOf(shape, stored);
    // useForm adopts new default values only while no field was touched.
    if (!typed) form.reset(next.values);
    setBaseline(next);
  });
  // Runs after the form has rendered with the new baseline.
  useEffect(() => {
    if (resolved > 0) void form.handleSubmit();
  }, [form, resolved]);
  const versions = useVersions({ shape, conflict, setConflict, form, element }, (theirs) => {
    setBaseline(baselineOf(shape, theirs));
    setSeen(theirs);
    setResolved(resolved + 1);
  });
  return { ...record, versions, baseline };
}

interface ConflictState<Stored, Values extends object> {
  shape: RecordShape<Stored, Values, unknown>;
  conflict: RecordConflict<Stored, Values> | null;
  setConflict: (conflict: null) => void;
  form: AnyFormApi;
  element: RefObject<HTMLFormElement | null>;
}

/** State of the conflict dialog. `adopt` continues with their record, once the form has the chosen values. */
export function useVersions<Stored, Values extends object>(
  { shape, conflict, setConflict, form, element }: ConflictState<Stored, Values>,
  adopt: (theirs: Versioned<Stored>) => void,
): RecordVersions {
  return {
    noun: shape.noun,
    conflict,
    resolve(sideOf) {
      if (!conflict) return;
      setConflict(null);
      setFormValues(form, resolveConflict(shape, conflict, sideOf));
      adopt(conflict.theirs);
    },
    cancel() {
      setConflict(null);
      focusSubmit(element.current);
    },
  };
}

/** Runs after each render, so that every record that was rendered is compared with the form. */
function useAfterRendering(run: () => void): void {
  useEffect(() => run());
}
