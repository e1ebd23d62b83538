import { queryOptions, type QueryClient, mutationOptions } from '@tanstack/react-query';
import { readCondo, type Condo } from './fields';
import { readList } from '~/fields/reading';
import { readVersioned } from '~/rpc/wire';
import { read, sendForm, toChanged } from '~/rpc/client.functions';
import { listAnswer, changeListed, invalidateAfter, listedRecord, removals } from '~/rpc/queries';
import { condoSearch, type CondoQuery } from './search';
import type { Versioned } from '~/rpc/versioned';
import { t } from '~/language/texts';

const readCondos = (answer: unknown): Condo[] => readList(answer, readCondo);

export const condoQueries = {
  list: (query: CondoQuery) =>
    queryOptions({
      queryKey: ['condos', 'list', query],
      ...listAnswer('condos', (options) => read('condos.list', { query }, options), readCondos),
    }),
  detail: (id: number) =>
    queryOptions({
      queryKey: ['condos', 'detail', id],
      queryFn: async ({ signal }) =>
        readVersioned(await read('condos.get', { id }, { signal }), readCondo),
    }),
  /** The query of `detail`, which shows a list's row until the building has loaded. */
  shown: (client: QueryClient, id: number) => ({
    ...condoQueries.detail(id),
    placeholderData: () => {
      const lists = client.getQueriesData<Condo[]>({ queryKey: ['condos', 'list'] });
      return listedRecord(client, lists, id, (condos) => condos);
    },
  }),
};

/** All buildings if the full list is cached, in any order; otherwise null. */
export function loadedCondos(client: QueryClient): Condo[] | null {
  for (const sort_by of ['name', 'id'] as const) {
    for (const sort_order of ['asc', 'desc'] as const) {
      const query = condoQueries.list({ ...condoSearch.defaults, sort_by, sort_order });
      const all = client.getQueryData(query.queryKey);
      if (all) return all;
    }
  }
  return null;
}

/**
 * Changes of buildings. Each refreshes the affected cached lists without waiting for them. `version` is the
 * version that a change is based on.
 */
export const condoMutations = {
  /** Resolves to the building's id; null if the API does not report it. */
  create: (client: QueryClient) =>
    mutationOptions({
      mutationFn: async ({ form, key }: { form: FormData; key: string }) =>
        (await toChanged(await sendForm('condos.create', form, { key }))).id,
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

/**
 * The fields that a form has sent, as the API will return them. Images are left out: the API decides their
 * addresses.
 */
function sentValues(form: FormData): Partial<Condo> {
  const sent = Object.fromEntries(form);
  const values = Object.entries(readCondo(sent)).filter(([name]) => name in sent);
  return Object.fromEntries(values);
}

/** All buildings by name, for selects. Shares the cache of the building list. */
export const allCondosQuery = {
  ...condoQueries.list(condoSearch.defaults),
  select: toCondoOptions,
};

export function unnamedCondo(id: number): string {
  return t`Building ${id}`;
}

/** Options of a select. The place distinguishes buildings of the same name. */
function toCondoOptions(condos: readonly Condo[]) {
  return condos.flatMap(({ id, name, zip_code, city }) => {
    const description = [zip_code, city].filter(Boolean).join(' ');
    return id === null ? [] : [{ value: id, label: name?.trim() || unnamedCondo(id), description }];
  });
}

export type CondoOption = ReturnType<typeof toCondoOptions>[number];
