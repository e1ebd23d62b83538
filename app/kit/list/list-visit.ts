import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** The last state of a list: its search params and its records in order. */
interface ListVisit<Query> {
  query: Partial<Query>;
  ids: readonly number[];
}

type Listed = Readonly<{ id: number | null }>;

/** Remembers a list for the pages of its records: its filters, and the previous and next record. */
export function listVisits<Query>() {
  /**
   * The last opened page of the list, followed by adjacent pages. Stored per router, so a reloaded document
   * has none.
   */
  const visits = new WeakMap<object, ReadonlyArray<ListVisit<Query>>>();
  return {
    /** Called by the list's page. The records are undefined until the answer has arrived. */
    useRemember: (query: Query, records: readonly Listed[] | undefined): void => {
      const router = useRouter();
      useEffect(() => {
        visits.set(router, [{ query: { ...query }, ids: idsOf(records ?? []) }]);
      }, [router, query, records]);
    },
    /** Returns the visited page that contains this record; empty if the list was not opened. */
    useLast: (id: number | null): ListVisit<Query> => {
      const [first, ...others] = visits.get(useRouter()) ?? [];
      const adjacent = others.find(({ ids }) => id !== null && ids.includes(id));
      return adjacent ?? first ?? { query: {}, ids: [] };
    },
    /** Adds an adjacent page of the list, which contains the previous or next record. */
    useAdjacent: (visit: ListVisit<Query> | undefined): void => {
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
