import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { invitationQueries } from '~/invitations/queries';
import { invalidateAfter } from '~/rpc/queries';

it.each(['condos.delete', 'apartments.delete'] as const)(
  '%s, which deletes invitations, makes their list stale',
  async (call) => {
    const client = new QueryClient();
    const { queryKey } = invitationQueries.pending();
    client.setQueryData(queryKey, []);
    invalidateAfter(client, call);
    await expect.poll(() => client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  },
);
