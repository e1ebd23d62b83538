import type { AnyFormApi } from '@tanstack/react-form';
import type { Versioned } from '~/contract/versioned';
import type { RecordShape } from './record-shape';

/** The record that a form was filled from, which is not always the latest one that was read. */
export interface FormBaseline<Stored, Values> {
  values: Values;
  /** The record as stored by the API, as far as known; undefined for a new one. */
  stored: Stored | undefined;
  /** Sent with a change, so that the API can reject one based on an older version (docs/decisions/0017). */
  version: string | null;
  /** The latest refetched record that was compared with the form. */
  seen: Versioned<Stored> | undefined;
}

export function toBaseline<Stored, Values extends object>(
  { toValues }: Pick<RecordShape<Stored, Values, unknown>, 'toValues'>,
  record: Versioned<Stored> | undefined,
): FormBaseline<Stored, Values> {
  return {
    values: toValues(record),
    stored: record,
    version: record?.version ?? null,
    seen: record,
  };
}

/** Until the saved record has been refetched, the sent values are the baseline. */
export function baselineAfterSave<Stored, Values extends object>(
  { toStored }: Pick<RecordShape<Stored, Values, unknown>, 'toStored'>,
  baseline: FormBaseline<Stored, Values>,
  values: Values,
  version: string | null,
): FormBaseline<Stored, Values> {
  const stored = baseline.stored && { ...baseline.stored, ...toStored(values) };
  return { ...baseline, values, stored, version };
}

/**
 * Adopts refetched data unless the form is dirty; null where there is nothing new. A dirty form keeps its version, so
 * that the save detects a conflict instead of overwriting someone else's change.
 */
export function rebased<Stored, Values extends object>(
  shape: Pick<RecordShape<Stored, Values, unknown>, 'toValues'>,
  baseline: FormBaseline<Stored, Values>,
  record: Versioned<Stored> | undefined,
  form: AnyFormApi,
): FormBaseline<Stored, Values> | null {
  if (!record || baseline.seen === record) return null;
  const typed = !form.state.isDefaultValue;
  if (typed && baseline.version !== record.version) return { ...baseline, seen: record };
  const next = toBaseline(shape, record);
  // useForm adopts new default values only while no field was touched.
  if (!typed) form.reset(next.values);
  return next;
}
