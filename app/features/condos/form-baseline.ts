import type { AnyFormApi } from '@tanstack/react-form';
import { useEffect, useState } from 'react';
import { condoFields } from '~/contract/condo-fields';
import type { Condo } from '~/contract/condo-reading';
import { recordOf } from '~/contract/field-values';
import type { StoredCondo } from '~/data/condos/condos.queries';
import { toCondoFormValues, type CondoFormValues } from './condo-form-values';

/** The building that a form was filled from, which is not always the latest one that was read. */
export interface FormBaseline {
  values: CondoFormValues;
  /** The building as stored by the API, as far as known; undefined for a new one. */
  stored: Condo | undefined;
  /** Sent with a change, so that the API can reject one based on an older version (docs/decisions/0017). */
  version: string | null;
  /** The latest refetched building that was compared with the form. */
  seen: Condo | undefined;
}

export function toBaseline(condo?: StoredCondo): FormBaseline {
  return {
    values: toCondoFormValues(condo),
    stored: condo,
    version: condo?.version ?? null,
    seen: condo,
  };
}

/** Until the saved building has been refetched, the sent values are the baseline. */
export function baselineAfterSave(
  baseline: FormBaseline,
  values: CondoFormValues,
  version: string | null,
): FormBaseline {
  const stored = baseline.stored && { ...baseline.stored, ...recordOf(condoFields, values) };
  return { ...baseline, values, stored, version };
}

/** The baseline of a form's values; useRebaseOnRefetch updates it. */
export function useBaseline(condo: StoredCondo | undefined) {
  return useState(() => toBaseline(condo));
}

/**
 * Adopts refetched data unless the form is dirty. A dirty form keeps its version, so that the save detects a conflict
 * instead of overwriting someone else's change.
 */
export function useRebaseOnRefetch(
  form: AnyFormApi,
  condo: StoredCondo | undefined,
  [baseline, setBaseline]: ReturnType<typeof useBaseline>,
): void {
  useEffect(() => {
    if (!condo || baseline.seen === condo) return;
    const typed = !form.state.isDefaultValue;
    const changedByOthers = baseline.version !== null && baseline.version !== condo.version;
    setBaseline(typed && changedByOthers ? { ...baseline, seen: condo } : toBaseline(condo));
    // useForm adopts new default values only while no field was touched.
    if (!typed) form.reset(toCondoFormValues(condo));
  }, [form, condo, baseline, setBaseline]);
}
