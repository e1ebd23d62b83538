import { useState } from 'react';
import type { ApartmentFormValues } from './apartment-form-values';

/** Counts an apartment number up: "301" to "302", "3B" to "3C", "007" to "008", "3Z" to "4A"; else empty. */
export function nextApartmentNumber(number: string): string {
  const [, lettered, digits, letter] = /^(.*?)(\d*)([A-Za-z])$/.exec(number) ?? [];
  if (digits && letter) {
    if (letter.toUpperCase() === 'Z')
      return `${lettered}${countedUp(digits)}${letter === 'Z' ? 'A' : 'a'}`;
    return number.slice(0, -1) + String.fromCharCode(letter.charCodeAt(0) + 1);
  }
  const [, before, counted] = /^(.*?)(\d+)$/.exec(number) ?? [];
  return counted === undefined ? '' : `${before}${countedUp(counted)}`;
}

/** One more, as wide as before: "007" to "008". Text, since a number may be longer than JavaScript's. */
function countedUp(digits: string): string {
  return String(BigInt(digits) + 1n).padStart(digits.length, '0');
}

/** Initial values of the next apartment: floor, rooms, bathrooms and square metres of the last one. */
export function nextApartment(last: ApartmentFormValues): Partial<ApartmentFormValues> {
  const { condo_id, floor_number, bedrooms, bathrooms, sqmt } = last;
  return {
    condo_id,
    floor_number,
    bedrooms,
    bathrooms,
    sqmt,
    apartment_number: nextApartmentNumber(last.apartment_number),
  };
}

/** A copy of an apartment but for its number and its parking spots, which only one can have. */
export function duplicateOf(original: ApartmentFormValues): Partial<ApartmentFormValues> {
  return { ...nextApartment(original), notes: original.notes };
}

/** State of a series of new apartments. `key` identifies the current form; `first` has its first values. */
export function useApartmentSeries(first?: () => Partial<ApartmentFormValues> | undefined) {
  const [{ added, initial }, setSeries] = useState(() => ({
    added: noneAdded,
    initial: first?.(),
  }));
  return {
    key: added.length,
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
