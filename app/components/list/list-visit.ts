import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** A list as it was open last: its search params and the records that it showed, in their order. */
interface ListVisit<Query> {
  query: Partial<Query>;
  ids: readonly number[];
}

/** Remembers a list for the pages of its records: the way back with its filters, and which record is before and after. */
export function listVisits<Query>() {
  /** By the page's router: a page that is loaded anew has been nowhere. */
  const visits = new WeakMap<object, ListVisit<Query>>();
  return {
    /** For the list's page; the records of an answer that is not there yet are undefined. */
    useRemember: (
      query: Query,
      records: ReadonlyArray<{ id: number | null }> | undefined,
    ): void => {
      const router = useRouter();
      useEffect(() => {
        const ids = records?.flatMap(({ id }) => id ?? []) ?? [];
        visits.set(router, { query: { ...query }, ids });
      }, [router, query, records]);
    },
    /** For a record's page; empty where the list was not open. */
    useLast: (): ListVisit<Query> => visits.get(useRouter()) ?? { query: {}, ids: [] },
  };
}
