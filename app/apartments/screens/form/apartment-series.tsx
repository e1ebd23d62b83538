import { useState, useEffect, useRef } from 'react';
import type { ApartmentFormValues } from './apartment-form-values';
import { formatNumber } from '~/language/format';
import { t } from '~/language/texts';

/**
 * Counts an apartment number up: "301" to "302", "3B" to "3C", "007" to "008", "3Z" to "4A". Other numbers
 * give an empty text.
 */
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

/**
 * Adds one and keeps the width: "007" to "008". Works on text, since a number may be longer than
 * JavaScript's integers.
 */
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

/** Copies an apartment without its number and its parking spots, since only one apartment can have those. */
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

/** Number of newest rows to show. */
const LISTED = 3;

interface AddedApartmentsProps {
  /** Newest first. */
  added: readonly ApartmentFormValues[];
  /** Number of apartments that the building has now, and its number of units; null if unknown. */
  count?: number | null | undefined;
  units?: number | null | undefined;
}

/** Line next to the buttons of a series: "K10 added, 10 of 12 units", and the newest rows. */
export function AddedApartments({ added, count = null, units = null }: AddedApartmentsProps) {
  const news = newsOf(added, count, units);
  const region = useRef<HTMLParagraphElement>(null);
  // Screen readers announce only changes of an existing region, and each form of the series renders a new
  // one.
  useEffect(() => {
    if (region.current) region.current.textContent = news;
  }, [news]);
  const [newest] = added;
  if (!newest) return null;
  return (
    <div className="grid min-w-0 gap-0.5 text-sm">
      <p ref={region} role="status" className="min-h-5 font-medium wrap-anywhere text-success" />
      <ul aria-label={t`Just added`} className="text-muted tabular-nums">
        {added.slice(0, LISTED).map((one) => (
          <li key={one.apartment_number} className="wrap-anywhere">
            {rowText(one)}
          </li>
        ))}
      </ul>
    </div>
  );
}

function newsOf(
  [newest]: readonly ApartmentFormValues[],
  count: number | null,
  units: number | null,
): string {
  if (!newest) return '';
  const added = t`${newest.apartment_number} added`;
  if (count === null || units === null) return added;
  return t`${added}, ${count} of ${units} units`;
}

/** Describes a row without empty values: "K10, floor 2, 3.5 rooms, 82.5 m²". */
function rowText({ apartment_number, floor_number, bedrooms, sqmt }: ApartmentFormValues): string {
  const parts = [
    apartment_number,
    floor_number !== undefined && t`floor ${formatNumber(floor_number)}`,
    bedrooms !== undefined && t`${formatNumber(bedrooms)} rooms`,
    sqmt !== undefined && `${formatNumber(sqmt)} m²`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}
