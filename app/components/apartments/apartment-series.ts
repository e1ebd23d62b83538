import { useState } from 'react';
import type { ApartmentFormValues } from './apartment-form-values';

/** The next number as people count: "301" to "302", "3B" to "3C", "007" to "008", "3Z" to "4A". Else empty. */
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

/** The values that a new apartment takes from the one just added: floor, rooms, bathrooms and square metres. */
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

/** Forms for new apartments, one after the other: `key` is that of the current form, `first` what the first begins with. */
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
