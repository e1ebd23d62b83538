import type { QueryClient } from '@tanstack/react-query';
import { condoSearch } from './condo-search';
import { condoQueries } from './condos.queries';

/** The id of a building that was just created, where the API did not answer it: the newest with this name and address. */
export async function findCreatedCondo(
  client: QueryClient,
  form: FormData,
): Promise<number | null> {
  const name = form.get('name');
  const address = form.get('address');
  if (typeof name !== 'string') return null;
  const query = condoQueries.list({ ...condoSearch.defaults, search: name });
  const found = await client.query({ ...query, staleTime: 0, retry: false }).catch(() => []);
  const ids = found.flatMap((condo) =>
    condo.name === name && condo.address === address && condo.id !== null ? [condo.id] : [],
  );
  return ids.length > 0 ? Math.max(...ids) : null;
}
