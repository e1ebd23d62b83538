import { RECORD_KINDS } from '~/contract/history';
import { dayInUtc } from '~/lib/calendar-day';
import { defineSearch, idParam, textParam, wordParam, type Param } from '../define-search';

/** PostgreSQL has no year 0. */
const DAY = /^(?!0000)\d{4}-\d{2}-\d{2}$/;

/** A calendar date that exists, YYYY-MM-DD, or empty: a date input takes no other. */
const dayParam: Param<string> = {
  read: (raw) => (typeof raw === 'string' && DAY.test(raw) && dayInUtc(raw) ? raw : ''),
  initial: '',
};

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
