import { RECORD_KINDS } from '~/contract/history';
import { defineSearch, idParam, textParam, wordParam, type Param } from '~/lib/define-search';

/** A calendar date that exists, YYYY-MM-DD, or empty: a date input takes no other. */
const dayParam: Param<string> = {
  read: (raw) => (typeof raw === 'string' && isDay(raw) ? raw : ''),
  initial: '',
};

function isDay(text: string): boolean {
  if (!/^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const instant = new Date(`${text}T00:00:00Z`);
  // 2025-02-30 would be read as March 2.
  return !Number.isNaN(instant.getTime()) && instant.toISOString().startsWith(text);
}

/** The search params of Activity; the days are the reader's. */
export const historySearch = defineSearch({
  text: textParam,
  kind: wordParam([...RECORD_KINDS, ''], ''),
  person: idParam,
  from: dayParam,
  to: dayParam,
});

/** What Activity asks for; an empty one narrows nothing. */
export type HistorySearch = typeof historySearch.defaults;
