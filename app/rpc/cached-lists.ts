import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Resource } from './calls';

/* Writes a change into the cached lists while the API is asked again. Lists without the record stay the same objects. */

interface Listed {
  id: number | null;
}

/** Drops records from the lists of a resource, and from the cache, but the one that is open: its screen would ask for it again. */
export function dropRecords(client: QueryClient, resource: Resource, ids: readonly number[]): void {
  const gone = new Set<number | null>(ids);
  for (const id of ids) {
    client.removeQueries({ queryKey: [resource, 'detail', id], type: 'inactive' });
  }
  client.setQueriesData<Listed[]>({ queryKey: [resource, 'list'] }, (list) =>
    list?.some(({ id }) => gone.has(id)) ? list.filter(({ id }) => !gone.has(id)) : list,
  );
}

export function changeListed(
  client: QueryClient,
  queryKey: QueryKey,
  id: number,
  values: object,
): void {
  client.setQueriesData<Listed[]>({ queryKey }, (list) =>
    list?.some((record) => record.id === id)
      ? list.map((record) => (record.id === id ? { ...record, ...values } : record))
      : list,
  );
}
