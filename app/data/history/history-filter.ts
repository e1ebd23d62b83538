import { FIRST_INSTANT, LAST_INSTANT } from '~/contract/history';
import type { HistoryFilter } from '~/contract/history-schemas';
import type { HistorySearch } from './history-search';

/** Most entries of a busy panel are sign-ins. */
export const WITHOUT_SIGN_INS = { sign_ins: 'false' } as const;

/** The filters of Activity on the wire: a day begins and ends at midnight where the reader is. */
export function toHistoryFilter({
  text,
  kind,
  person,
  from,
  to,
  sign_ins,
}: HistorySearch): HistoryFilter {
  const begin = midnight(from, 0);
  const end = midnight(to, 1);
  return {
    ...(text !== '' && { text }),
    ...(kind !== '' && { kind }),
    ...(person !== null && { person }),
    ...(begin !== null && { from: begin }),
    ...(end !== null && { to: end }),
    ...(sign_ins === '' && WITHOUT_SIGN_INS),
  };
}

/** The midnight so many days after a day began, or the nearest time that can be asked for; null for a text that is no day. */
function midnight(day: string, daysLater: number): string | null {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  if (Number.isNaN(date.getTime())) return null;
  if (date < new Date(FIRST_INSTANT)) return FIRST_INSTANT;
  return date > new Date(LAST_INSTANT) ? LAST_INSTANT : date.toISOString();
}
