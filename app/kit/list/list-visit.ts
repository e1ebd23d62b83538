import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** A list as it was open last: its search params and its records in order. */
interface ListVisit<Query> {
  query: Partial<Query>;
  ids: readonly number[];
}

type Listed = Readonly<{ id: number | null }>;

/** Remembers a list for the pages of its records: its filters, and the previous and next record. */
export function listVisits<Query>() {
  /**
   * The page of the list that was open last, then adjacent pages. Stored per router, so that a reloaded
   * document has none.
   */
  const visits = new WeakMap<object, ReadonlyArray<ListVisit<Query>>>();
  return {
    /** For the list's page; the records of an answer that is not there yet are undefined. */
    useRemember: (query: Query, records: readonly Listed[] | undefined): void => {
      const router = useRouter();
      useEffect(() => {
        visits.set(router, [{ query: { ...query }, ids: idsOf(records ?? []) }]);
      }, [router, query, records]);
    },
    /** The visited page that contains this record; empty if the list was not open. */
    useLast: (id: number | null): ListVisit<Query> => {
      const [first, ...others] = visits.get(useRouter()) ?? [];
      const beside = others.find(({ ids }) => id !== null && ids.includes(id));
      return beside ?? first ?? { query: {}, ids: [] };
    },
    /** Adds an adjacent page of the list, which has the previous or next record. */
    useBeside: (visit: ListVisit<Query> | undefined): void => {
      const router = useRouter();
      useEffect(() => {
        const stored = visits.get(router) ?? [];
        const [id] = visit?.ids ?? [];
        if (visit && id !== undefined && !stored.some(({ ids }) => ids.includes(id)))
          visits.set(router, [...stored, visit]);
      }, [router, visit]);
    },
  };
}

export function idsOf(records: readonly Listed[]): number[] {
  return records.flatMap(({ id }) => id ?? []);
}
