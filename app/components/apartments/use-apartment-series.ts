import { useState } from 'react';
import type { ApartmentFormValues } from './apartment-form-values';
import { nextApartment } from './next-apartment';

type Initial = Partial<ApartmentFormValues>;

/**
 * Forms for new apartments, one after the other ("Create and add another"): `key` is that of the current form, which begins
 * with what the one before proposes. `first` is what the first one begins with.
 */
export function useApartmentSeries(first?: () => Initial | undefined) {
  const [{ added, initial }, setSeries] = useState(() => ({
    added: noneAdded,
    initial: first?.(),
  }));
  return {
    key: added.length,
    /** For ApartmentForm. */
    props: {
      ...(initial && { initial }),
      added,
      onNext(values: ApartmentFormValues) {
        setSeries({ added: [values, ...added], initial: nextApartment(values) });
      },
    },
  };
}

const noneAdded: readonly ApartmentFormValues[] = [];
