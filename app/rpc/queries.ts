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
 * A resource, one of its lists, or everything that was read. A record cannot be named: its key is `detail`,
 * not the name of its call.
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
  // Their reviews have what is stored.
  'proposals',
  ...TENANCIES,
] as const;

/**
 * The queries that a change invalidates, if not just those of its own resource. This table is not part of
 * the declarations, because the browser does not load their schemas.
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
  // Not the building itself: its screen, if it is open, would ask for it again.
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

/** Asks again for the queries that a call has made stale, without waiting for them. */
export function invalidateAfter(client: QueryClient, call: WriteName): void {
  for (const stale of INVALIDATES[call] ?? queryKeyOf(call).slice(0, 1)) {
    void readAgain(client, stale === 'everything' ? {} : { queryKey: queryKeyOf(stale) });
  }
}

/**
 * Cancels first reads before it invalidates. A first read under way may answer with the state before the
 * change, and React Query would join it instead of asking again.
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
 * Drops records from the lists of a resource while the API is asked again, and from the cache unless they
 * are open: an open record's screen would ask for it again. Lists without these records stay the same
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
 * The record as the newest list in the cache has it, for its page until the record itself has come. A row is
 * no version of a record, and has no ETag: nothing may be saved from it.
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

/** The ETags of the lists in the cache. Each goes with its list. */
const tags = new WeakMap<object, string>();

type ListCall = (options: {
  signal: AbortSignal;
  headers: Record<string, string>;
}) => Promise<Response>;

/**
 * Options of a query that reads a list. The rows of the last answer stay while others load, and a list that
 * the API reports as unchanged is not sent, read or rendered again.
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
    // A screen may change from the list of one resource to that of another, whose rows it cannot read.
    placeholderData: (rows: T | undefined, last: { queryKey: QueryKey } | undefined) =>
      last?.queryKey[0] === resource ? rows : undefined,
    // The ETag belongs to the object in the cache, so `queryFn` shares the structure itself.
    structuralSharing: false,
  };
}

/**
 * Reads the answer of a call that only the embedded API has. Its type is the schema's, unchecked here: tests
 * check the answers of the API against the schema.
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

/** The query of a call that only the embedded API has: its key is the resource, the call and the input. */
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

/** The mutation of a call that only the embedded API has. Its answer may be a secret and is not cached. */
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
 * Makes a hook with the deletions of a resource, of one record or several. `whenMissing` is for a record
 * that somebody else has deleted already; it invalidates less than a deletion does.
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
      // A user who was deleted stays, as an inactive one.
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

/** Undoes the newest deletion of each record, then rejects with the first error; undefined without undo. */
function useUndoDelete(kind: RecordKind): ((ids: readonly number[]) => Promise<void>) | undefined {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: (ids: readonly number[]) =>
      changeEach(ids, (id) => changeEmbedded('history.restoreRecord', { body: { kind, id } })),
    onSettled: () => invalidateAfter(client, 'history.restoreRecord'),
  });
  return apiKind().isEmbedded ? restore.mutateAsync : undefined;
}

/** Error handler of a change: refreshes the lists if somebody else has deleted the record. */
export function whenGone(refresh: () => void): (error: unknown) => void {
  return (error) => {
    if (isNotFound(error)) refresh();
  };
}
