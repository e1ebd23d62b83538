import { RECORD_KINDS } from './schema';
import { dayParam, defineSearch, idParam, textParam, wordParam } from '~/rpc/list-search';

/** Search params of Activity. Days are in the reader's time zone. */
export const historySearch = defineSearch({
  text: textParam,
  kind: wordParam([...RECORD_KINDS, ''], ''),
  person: idParam,
  from: dayParam,
  to: dayParam,
  sign_ins: wordParam(['yes', ''], ''),
});

export type HistorySearch = typeof historySearch.defaults;
