import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invalidateAfter } from '~/rpc/queries';

/** Lists that a call makes stale beside its own: the screens that show them are other ones. */
it.each([
  ['condos.delete', 'invitations', 'list'],
  ['condos.delete', 'tenancies', 'list'],
  ['apartments.delete', 'invitations', 'list'],
  ['apartments.delete', 'tenancies', 'list'],
  ['apartments.delete', 'condoTenancies', 'list'],
  ['apartments.update', 'condoTenancies', 'list'],
  ['people.create', 'portfolioCheck', 'findings'],
  ['personalData.erase', 'tenancies', 'list'],
  ['personalData.erase', 'condoTenancies', 'list'],
  ['personalData.erase', 'occupancy', 'list'],
] as const)('%s makes %s stale', async (call, ...queryKey) => {
  const client = new QueryClient();
  client.setQueryData(queryKey, []);
  invalidateAfter(client, call);
  await expect.poll(() => client.getQueryState(queryKey)?.isInvalidated).toBe(true);
});
