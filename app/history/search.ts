import { RECORD_KINDS } from './schema';
import { dayParam, defineSearch, idParam, textParam, wordParam } from '~/rpc/list-search';

/** The search params of Activity; the days are the reader's. */
export const historySearch = defineSearch({
  text: textParam,
  kind: wordParam([...RECORD_KINDS, ''], ''),
  person: idParam,
  from: dayParam,
  to: dayParam,
  sign_ins: wordParam(['yes', ''], ''),
});

export type HistorySearch = typeof historySearch.defaults;
