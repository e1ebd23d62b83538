const MONTH = /^(\d{4})-(0[1-9]|1[0-2])$/;

const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** "2026-03" as "Mar 2026"; any other text stays as it is. */
export function monthLabel(month: string): string {
  const [, year, number] = MONTH.exec(month) ?? [];
  return year && number ? format.format(Date.UTC(Number(year), Number(number) - 1)) : month;
}
