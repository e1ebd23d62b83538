import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { readCondo, type Condo } from './condo-reading';
import type { Versioned } from '~/rpc/versioned';
import { sendForm, toChanged } from '~/rpc/client.functions';
import { changeListed, invalidateAfter, removals } from '~/rpc/queries';
import { condoQueries } from './queries';

/**
 * Changes of buildings. Each refreshes the affected cached lists without waiting for them. `version` is the
 * one that a change is based on.
 */
export const condoMutations = {
  /** Resolves to the building's id; null where the API does not say it. */
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async (form: FormData) =>
        (await toChanged(await sendForm('condos.create', form, {}))).id,
      onSuccess: () => invalidateAfter(client, 'condos.create'),
    }),
  update: (client: QueryClient, id: number) =>
    mutationOptions({
      mutationFn: async ({ form, version }: Versioned<{ form: FormData }>) =>
        toChanged(await sendForm('condos.update', form, { id, version })),
      onSuccess: (saved, { form }) => {
        const values = sentValues(form);
        client.setQueryData(
          condoQueries.detail(id).queryKey,
          (condo) => condo && { ...condo, ...values, version: saved.version },
        );
        changeListed(client, ['condos', 'list'], id, values);
        invalidateAfter(client, 'condos.update');
      },
    }),
  useRemoval: removals('condo'),
};

/** The changes of a form, as the API will answer them; images get their address from there. */
function sentValues(form: FormData): Partial<Condo> {
  const sent = Object.fromEntries(form);
  const read = Object.entries(readCondo(sent)).filter(([name]) => name in sent);
  return Object.fromEntries(read);
}
