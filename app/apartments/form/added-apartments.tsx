import { useEffect, useRef } from 'react';
import { formatNumber } from '~/language/format';
import { t } from '~/language/texts';
import type { ApartmentFormValues } from './apartment-form-values';

/** Number of newest rows to show. */
const LISTED = 3;

interface AddedApartmentsProps {
  /** The newest first. */
  added: readonly ApartmentFormValues[];
  /** Number of apartments that the building has now, and its number of units; null if unknown. */
  count?: number | null | undefined;
  units?: number | null | undefined;
}

/** Next to the buttons of a series: "K10 added, 10 of 12 units", and the newest rows. */
export function AddedApartments({ added, count = null, units = null }: AddedApartmentsProps) {
  const news = newsOf(added, count, units);
  const region = useRef<HTMLParagraphElement>(null);
  // A screen reader announces only changes of an existing region, and each form of the series has a new one.
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

/** "K10, floor 2, 3.5 rooms, 82.5 m²", without empty values. */
function rowText({ apartment_number, floor_number, bedrooms, sqmt }: ApartmentFormValues): string {
  const parts = [
    apartment_number,
    floor_number !== undefined && t`floor ${formatNumber(floor_number)}`,
    bedrooms !== undefined && t`${formatNumber(bedrooms)} rooms`,
    sqmt !== undefined && `${formatNumber(sqmt)} m²`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}
