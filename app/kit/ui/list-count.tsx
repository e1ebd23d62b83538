import { useEffect, useRef } from 'react';
import { announce } from './announce';
import { plural, t } from '~/language/texts';

/** The noun of a list's records, singular and plural: ['building', 'buildings']. */
export type Noun = readonly [one: string, many: string];

/** "3 buildings" */
export function counted(count: number, [one, many]: Noun): string {
  return plural(count, String(count), `# ${one}`, `# ${many}`);
}

/** Up to this many rows are all rendered; above, only the visible ones are. */
export const VIRTUAL_ABOVE_ROWS = 100;

interface ListCountProps {
  count: number;
  /** Number of rows without filters, if known. */
  total: number | null;
  noun: Noun;
}

/** Number of rows: "60 buildings", or "8 of 60 buildings" with filters. A change is announced. */
export function ListCount({ count, total, noun }: ListCountProps) {
  const all = counted(total ?? count, noun);
  const text = total === null || total === count ? all : t`${count} of ${all}`;
  const said = useRef(text);
  useEffect(() => {
    if (said.current !== text) announce(text);
    said.current = text;
  }, [text]);
  return (
    <p className="-mt-2.5 -mb-3.5 text-sm text-muted tabular-nums">
      <span>{text}</span>
      {count > VIRTUAL_ABOVE_ROWS && (
        <span className="pointer-coarse:hidden print:hidden">{t`, "/" searches all of them`}</span>
      )}
    </p>
  );
}
