import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** A list as it was open last: its search params and the records that it showed, in their order. */
interface ListVisit<Query> {
  query: Partial<Query>;
  ids: readonly number[];
}

type Listed = Readonly<{ id: number | null }>;

/** Remembers a list for the pages of its records: the way back with its filters, and which record is before and after. */
export function listVisits<Query>() {
  /** The page of the list that was open last, then the pages next to it. They belong to the document's router: a reloaded document has none. */
  const visits = new WeakMap<object, ReadonlyArray<ListVisit<Query>>>();
  return {
    /** For the list's page; the records of an answer that is not there yet are undefined. */
    useRemember: (query: Query, records: readonly Listed[] | undefined): void => {
      const router = useRouter();
      useEffect(() => {
        visits.set(router, [{ query: { ...query }, ids: idsOf(records ?? []) }]);
      }, [router, query, records]);
    },
    /** For a record's page: the page of the list that has it; empty where the list was not open. */
    useLast: (id: number | null): ListVisit<Query> => {
      const [first, ...others] = visits.get(useRouter()) ?? [];
      const beside = others.find(({ ids }) => id !== null && ids.includes(id));
      return beside ?? first ?? { query: {}, ids: [] };
    },
    /** For a record's page: another page of the list, that of the record before or after. */
    useBeside: (visit: ListVisit<Query> | undefined): void => {
      const router = useRouter();
      useEffect(() => {
        const known = visits.get(router) ?? [];
        const [id] = visit?.ids ?? [];
        if (visit && id !== undefined && !known.some(({ ids }) => ids.includes(id)))
          visits.set(router, [...known, visit]);
      }, [router, visit]);
    },
  };
}

export function idsOf(records: readonly Listed[]): number[] {
  return records.flatMap(({ id }) => id ?? []);
}
