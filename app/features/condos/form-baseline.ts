import type { AnyFormApi } from '@tanstack/react-form';
import { useEffect, useState } from 'react';
import type { Condo } from '~/contract/condo-reading';
import type { StoredCondo } from '~/data/condos/condos.queries';
import { toCondoFormValues, type CondoFormValues } from './condo-form-values';

/** The building that the values of a form stem from, which is not always the latest one that was read. */
export interface FormBaseline {
  values: CondoFormValues;
  /** What the API holds, as far as known; none for a new building. */
  stored: Condo | undefined;
  /** Goes with a change, so that the API can refuse one that was made on an older state (docs/decisions/0017). */
  version: string | null;
  /** The latest read building that has been looked at. */
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

/** Until the saved building has been read anew, what was sent is the state to compare with. */
export function baselineAfterSave(
  baseline: FormBaseline,
  values: CondoFormValues,
  version: string | null,
): FormBaseline {
  const { website, description, date_built, number_of_units = null } = values;
  const stored = baseline.stored && {
    ...baseline.stored,
    website,
    description,
    date_built,
    number_of_units,
  };
  return { ...baseline, values, stored, version };
}

/** The base of a form's values, to be kept up by useRebaseOnRefetch. */
export function useBaseline(condo: StoredCondo | undefined) {
  return useState(() => toBaseline(condo));
}

/**
 * Takes over what was read anew, but never under what was typed: a building that someone else has changed meanwhile
 * must be met when saving, not be overwritten unseen.
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
    // useForm takes new values over only while no field was visited.
    if (!typed) form.reset(toCondoFormValues(condo));
  }, [form, condo, baseline, setBaseline]);
}
