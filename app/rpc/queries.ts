import {
  mutationOptions,
  queryOptions,
  replaceEqualDeep,
  useMutation,
  useQueryClient,
  type QueryClient,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';
import type { RecordKind } from '~/history/schema';
import { HTTP_NO_CONTENT, HTTP_NOT_MODIFIED } from '~/rpc/errors/http-status';
import { apiKind } from './api-kind';
import { isNotFound } from '~/rpc/errors/app-error';
import { changeEach } from '~/fields/run-each';
import type {
  CallAnswer,
  CallInput,
  ChangeName,
  EmbeddedName,
  ReadName,
  Resource,
  WriteName,
} from './calls';
import { change, read, send, type ReadOptions } from './client.functions';
import type { Versioned } from './versioned';
import { readAnswer, TAG_HEADER } from './wire';

/**
 * A resource, one of its lists, or everything. Single records are left out: their query key has `detail`,
 * not the call's name.
 */
type Stale = Resource | Extract<ReadName, `${string}.list`> | 'everything';

const TENANCIES = [
  'users',
  'tenancies',
  'condoTenancies',
  'occupancy',
  'portfolioCheck',
  'moves',
] as const;

const APARTMENTS = ['apartments.list', 'occupancy', 'dashboard'] as const;

const IMPORTED = [
  'condos',
  'apartments',
  'invitations',
  'dashboard',
  'bulkImports',
  // Reviews of proposals contain stored values.
  'proposals',
  ...TENANCIES,
] as const;

/**
 * The queries that a change invalidates, if these are not just those of its own resource. The declarations
 * do not have this table, as the browser does not use them.
 */
const INVALIDATES: Readonly<Partial<Record<WriteName, readonly Stale[]>>> = {
  'acceptance.accept': [],
  'acceptance.address': [],
  'acceptance.code': [],
  'acceptance.start': [],
  'account.update': ['account', 'users'],
  'apartments.create': APARTMENTS,
  'apartments.update': [...APARTMENTS, 'tenancies', 'condoTenancies'],
  'apartments.delete': [...APARTMENTS, 'invitations', 'tenancies', 'condoTenancies'],
  'associations.delete': TENANCIES,
  'bulkApply.changes': IMPORTED,
  'bulkCreate.rows': IMPORTED,
  'bulkImports.cancel': [],
  'bulkImports.undo': IMPORTED,
  'condos.create': ['condos.list', 'dashboard'],
  // Without the building itself: its screen, if open, would request it again.
  'condos.delete': [
    'condos.list',
    'apartments',
    'occupancy',
    'invitations',
    'tenancies',
    'dashboard',
  ],
  'condos.update': ['condos', 'occupancy'],
  'factors.startTotp': [],
  'factors.startPasskey': [],
  // A restored record may be in any list.
  'history.restoreRecord': ['everything'],
  'history.restoreEntry': ['everything'],
  'history.restoreChange': ['everything'],
  'history.writeValues': ['everything'],
  // A merge moves records of every kind, which may be in any list.
  'merge.merge': ['everything'],
  'invitations.delete': ['invitations', 'dashboard'],
  'invite.send': ['invitations', 'dashboard'],
  'letters.print': ['invitations'],
  'password.forgot': [],
  'password.set': [],
  'personalData.erase': [...TENANCIES, 'history'],
  'people.create': ['users', 'portfolioCheck', 'dashboard'],
  'proposals.apply': IMPORTED,
  'reminders.send': ['invitations', 'reminders'],
  'tenancies.create': [...TENANCIES, 'dashboard'],
  'tenancies.update': TENANCIES,
  'tenancies.move': TENANCIES,
  'users.delete': [...TENANCIES, 'dashboard'],
  'users.update': ['users', 'condoTenancies', 'occupancy'],
};

/** Refetches the queries that a call has made stale, without waiting for them. */
export function invalidateAfter(client: QueryClient, call: WriteName): void {
  for (const stale of INVALIDATES[call] ?? queryKeyOf(call).slice(0, 1)) {
    void readAgain(client, stale === 'everything' ? {} : { queryKey: queryKeyOf(stale) });
  }
}

/**
 * Cancels first reads before invalidating. Otherwise React Query would join a first read that is under way,
 * whose answer may have the state before the change.
 */
async function readAgain(client: QueryClient, queries: { queryKey?: QueryKey }): Promise<void> {
  await client.cancelQueries({ ...queries, predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries(queries);
}

/** The beginning of the query key of a resource (`condos`), or of one of its calls (`condos.list`). */
export function queryKeyOf(name: string): string[] {
  return name.split('.');
}

interface Listed {
  id: number | null;
}

/**
 * Drops records from the lists of a resource while they are refetched, and from the cache unless they are
 * open, as an open record's screen would request it again. Lists without these records stay the same
 * objects.
 */
export function dropRecords(client: QueryClient, resource: Resource, ids: readonly number[]): void {
  const dropped = new Set<number | null>(ids);
  for (const id of ids) {
    client.removeQueries({ queryKey: [resource, 'detail', id], type: 'inactive' });
  }
  client.setQueriesData<Listed[]>({ queryKey: [resource, 'list'] }, (list) =>
    list?.some(({ id }) => dropped.has(id)) ? list.filter(({ id }) => !dropped.has(id)) : list,
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

/**
 * Placeholder for a record's page: the row of the newest cached list that has it. A row has no ETag, so
 * nothing may be saved from it.
 */
export function listedRecord<List, Row extends Listed>(
  client: QueryClient,
  lists: ReadonlyArray<[QueryKey, List | undefined]>,
  id: number,
  rowsOf: (list: List) => readonly Row[],
): Versioned<Row> | undefined {
  const timeOf = (key: QueryKey) => client.getQueryState(key)?.dataUpdatedAt ?? 0;
  const [row] = lists
    .toSorted(([a], [b]) => timeOf(b) - timeOf(a))
    .flatMap(([, list]) => (list && rowsOf(list).find((record) => record.id === id)) ?? []);
  return row && { ...row, version: null };
}

/** ETags by the cached list to which they belong, as long as that list exists. */
const tags = new WeakMap<object, string>();

type ListCall = (options: {
  signal: AbortSignal;
  headers: Record<string, string>;
}) => Promise<Response>;

/**
 * Options of a query that reads a list. The previous answer's rows stay while others load. A list that the
 * API reports as unchanged is not sent, read or rendered again.
 */
export function listAnswer<T extends object>(
  resource: Resource,
  call: ListCall,
  toList: (answer: unknown) => T,
) {
  return {
    queryFn: async ({ client, queryKey, signal }: QueryFunctionContext): Promise<T> => {
      const held = client.getQueryData<T>(queryKey);
      const tag = held && tags.get(held);
      const response = await call({ signal, headers: tag ? { 'if-none-match': tag } : {} });
      if (held && response.status === HTTP_NOT_MODIFIED) return held;
      const list = replaceEqualDeep(held, await readAnswer(response, toList));
      const sent = response.headers.get(TAG_HEADER);
      if (sent) tags.set(list, sent);
      return list;
    },
    // A screen may switch to the list of another resource, which has other rows.
    placeholderData: (rows: T | undefined, last: { queryKey: QueryKey } | undefined) =>
      last?.queryKey[0] === resource ? rows : undefined,
    // `queryFn` shares the structure itself, since the ETag belongs to the object in the cache.
    structuralSharing: false,
  };
}

/**
 * Reads the answer of a call of the embedded API only. It gets the schema's type without a check; tests
 * check the API's answers.
 */
export function embeddedAnswer<Name extends EmbeddedName>(
  call: Name,
  response: Response,
): Promise<CallAnswer<Name>>;
export function embeddedAnswer(_call: string, response: Response): Promise<unknown> {
  if (response.status === HTTP_NO_CONTENT) return Promise.resolve(null);
  return readAnswer(response, (answer) => answer);
}

type EmbeddedRead = Extract<EmbeddedName, ReadName>;
export type EmbeddedChange = Extract<EmbeddedName, ChangeName>;

/** The query of a call of the embedded API only. Its key is the resource, the call and the input. */
export function embeddedQuery<Name extends EmbeddedRead>(call: Name, input: CallInput<Name>) {
  return queryOptions({
    queryKey: [...queryKeyOf(call), input] as const,
    queryFn: ({ signal }) => readEmbedded(call, input, { signal }),
  });
}

export async function readEmbedded<Name extends EmbeddedRead>(
  call: Name,
  input: CallInput<Name>,
  options: ReadOptions,
): Promise<CallAnswer<Name>> {
  return embeddedAnswer(call, await read(call, input, options));
}

/** The mutation of a call of the embedded API only. Its answer may be a secret and is not cached. */
export function embeddedChange<Name extends EmbeddedChange>(client: QueryClient, call: Name) {
  return mutationOptions({
    mutationFn: (input: CallInput<Name>) => changeEmbedded(call, input),
    gcTime: 0,
    onSettled: () => invalidateAfter(client, call),
  });
}

export async function changeEmbedded<Name extends EmbeddedChange>(
  call: Name,
  input: CallInput<Name>,
): Promise<CallAnswer<Name>> {
  return embeddedAnswer(call, await send(call, input));
}

/**
 * Makes a hook with the deletions of a resource, of one record or several. `whenMissing` runs if somebody
 * else has deleted the record already; it invalidates less than a deletion does.
 */
export function removals(
  kind: 'apartment' | 'association' | 'condo' | 'invitation' | 'user',
  whenMissing?: (client: QueryClient) => void,
) {
  const resource = `${kind}s` as const;
  const call = `${resource}.delete` as const;
  const remove = (id: number) => change(call, { id });
  return function useRemoval() {
    const client = useQueryClient();
    const undo = useUndoDelete(kind);
    const finished = (ids: readonly number[]) => {
      // A deleted user stays in the lists as an inactive one.
      if (kind !== 'user') dropRecords(client, resource, ids);
      invalidateAfter(client, call);
    };
    const { mutateAsync } = useMutation({
      mutationFn: remove,
      onSuccess: (_answer, id) => finished([id]),
      onError: whenGone(() => (whenMissing ? whenMissing(client) : invalidateAfter(client, call))),
    });
    return { one: { remove: mutateAsync, undo }, each: { call: remove, finished, undo } };
  };
}

/**
 * Undoes the newest deletion of each record, then rejects with the first error. Undefined if the API cannot
 * undo.
 */
function useUndoDelete(kind: RecordKind): ((ids: readonly number[]) => Promise<void>) | undefined {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: (ids: readonly number[]) =>
      changeEach(ids, (id) => changeEmbedded('history.restoreRecord', { body: { kind, id } })),
    onSettled: () => invalidateAfter(client, 'history.restoreRecord'),
  });
  return apiKind().isEmbedded ? restore.mutateAsync : undefined;
}

/** Error handler of a change. Refreshes the lists if somebody else has deleted the record. */
export function whenGone(refresh: () => void): (error: unknown) => void {
  return (error) => {
    if (isNotFound(error)) refresh();
  };
}
