import { useState } from 'react';
import { toast } from '~/components/feedback/toast';
import type { ApartmentFormValues } from './apartment-form-values';

type Initial = Partial<ApartmentFormValues>;

/**
 * Forms for new apartments, one after the other ("Create and add another"): `added` is the key of the current form, which
 * begins with what the one before proposes. `first` is what the first one begins with.
 */
export function useApartmentSeries(addedText: string, first?: () => Initial | undefined) {
  const [{ added, initial }, setSeries] = useState(() => ({ added: 0, initial: first?.() }));
  return {
    added,
    /** For ApartmentForm. */
    props: {
      ...(initial && { initial }),
      onNext(next: Initial) {
        toast.success(addedText);
        setSeries({ added: added + 1, initial: next });
      },
    },
  };
}
