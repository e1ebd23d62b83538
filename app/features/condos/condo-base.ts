import type { AnyFormApi } from '@tanstack/react-form';
import { useEffect, useState } from 'react';
import type { Condo } from '~/contract/condo-reading';
import type { StoredCondo } from '~/data/condos/condos.queries';
import { toCondoFormValues, type CondoFormValues } from './condo-form-values';

/** The building that the values of a form stem from, which is not always the latest one that was read. */
export interface CondoBase {
  values: CondoFormValues;
  /** What the API holds, as far as known; none for a new building. */
  stored: Condo | undefined;
  /** Goes with a change, so that the API can refuse one that was made on an older state (docs/decisions/0017). */
  version: string | null;
  /** The latest read building that has been looked at. */
  seen: Condo | undefined;
}

export function toCondoBase(condo?: StoredCondo): CondoBase {
  return {
    values: toCondoFormValues(condo),
    stored: condo,
    version: condo?.version ?? null,
    seen: condo,
  };
}

/** Until the saved building has been read anew, what was sent is the state to compare with. */
export function toSavedBase(
  base: CondoBase,
  values: CondoFormValues,
  version: string | null,
): CondoBase {
  const { website, description, date_built, number_of_units = null } = values;
  const stored = base.stored && {
    ...base.stored,
    website,
    description,
    date_built,
    number_of_units,
  };
  return { ...base, values, stored, version };
}

/** The base of a form's values, to be kept up by useFollowCondo. */
export function useCondoBase(condo: StoredCondo | undefined) {
  return useState(() => toCondoBase(condo));
}

/**
 * Takes over what was read anew, but never under what was typed: a building that someone else has changed meanwhile
 * must be met when saving, not be overwritten unseen.
 */
export function useFollowCondo(
  form: AnyFormApi,
  condo: StoredCondo | undefined,
  [base, setBase]: ReturnType<typeof useCondoBase>,
): void {
  useEffect(() => {
    if (!condo || base.seen === condo) return;
    const typed = !form.state.isDefaultValue;
    const changedByOthers = base.version !== null && base.version !== condo.version;
    setBase(typed && changedByOthers ? { ...base, seen: condo } : toCondoBase(condo));
    // useForm takes new values over only while no field was visited.
    if (!typed) form.reset(toCondoFormValues(condo));
  }, [form, condo, base, setBase]);
}
