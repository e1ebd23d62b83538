import { MONTHS } from '~/lib/format';

const MONTH = /^(\d{4})-(\d{2})$/;

/** "2026-03" as "Mar 2026"; any other text stays as it is. */
export function monthLabel(month: string): string {
  const [, year, number] = MONTH.exec(month) ?? [];
  const name = MONTHS[Number(number) - 1];
  return name === undefined ? month : `${name} ${Number(year)}`;
}
