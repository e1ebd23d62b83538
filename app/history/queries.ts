import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { CallInput } from '~/rpc/calls';
import { FIRST_INSTANT, LAST_INSTANT, type RecordKind } from './schema';
import type { HistoryFilter } from './answers';
import { read } from '~/rpc/client.functions';
import { embeddedAnswer, readEmbedded } from '~/rpc/queries';
import { withVersion } from '~/rpc/wire';
import type { HistorySearch } from './search';

/** Filter without sign-ins, which are most entries of a busy panel. */
const WITHOUT_SIGN_INS = { sign_ins: 'false' } as const;

const FIRST_PAGE: number | null = null;

/** Queries of the history, newest first. Each page continues after the previous one. */
export const historyQueries = {
  list: (search: HistorySearch) => pages(toHistoryFilter(search)),
  ofRecord: (kind: RecordKind, record: number, signIns = true) =>
    pages({ kind, record, ...(!signIns && WITHOUT_SIGN_INS) }),
};

function pages(filter: HistoryFilter) {
  return infiniteQueryOptions({
    queryKey: ['history', 'list', filter],
    queryFn: ({ signal, pageParam: before }) =>
      readEmbedded(
        'history.list',
        { query: { ...filter, ...(before !== null && { before }) } },
        { signal },
      ),
    initialPageParam: FIRST_PAGE,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    // Always refetched: the reader looks for the latest changes.
    staleTime: 0,
  });
}

export async function exportHistory(search: HistorySearch): Promise<Blob> {
  return (await read('history.export', { query: toHistoryFilter(search) })).blob();
}

/** The current values, and those before a change, for the dialog that writes earlier values. */
export function earlierValuesQuery(source: CallInput<'history.values'>) {
  return queryOptions({
    queryKey: ['history', 'values', source] as const,
    queryFn: async ({ signal }) => {
      const response = await read('history.values', source, { signal });
      return withVersion(response, await embeddedAnswer('history.values', response));
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** The filters of Activity on the wire. A day begins and ends at midnight in the reader's time zone. */
export function toHistoryFilter(search: HistorySearch): HistoryFilter {
  const { text, kind, person, from, to, sign_ins } = search;
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

/** Midnight some days after a day, within the limits of the API. Null if the text is not a day. */
function midnight(day: string, daysLater: number): string | null {
  const date = new Date(`${day}T00:00:00`);
  date.setDate(date.getDate() + daysLater);
  if (Number.isNaN(date.getTime())) return null;
  if (date < new Date(FIRST_INSTANT)) return FIRST_INSTANT;
  return date > new Date(LAST_INSTANT) ? LAST_INSTANT : date.toISOString();
}
