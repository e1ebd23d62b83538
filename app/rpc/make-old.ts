import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { ReadName, Resource, WriteName } from './calls';

/** A resource, one of its lists, or all that was read. */
type Old = Resource | ReadName | 'everything';

const IMPORTED = ['condos', 'apartments', 'invitations', 'dashboard', 'bulkImports'] as const;

/** The lists that a change makes old, if not its own resource's alone. Not in the declarations: the browser needs no schemas. */
const MAKES_OLD: Readonly<Partial<Record<WriteName, readonly Old[]>>> = {
  'acceptance.accept': [],
  'acceptance.start': [],
  'account.update': ['account', 'users'],
  'apartments.create': ['apartments.list', 'dashboard'],
  'apartments.update': ['apartments.list', 'dashboard'],
  'apartments.delete': ['apartments.list', 'dashboard'],
  'associations.delete': ['users'],
  'bulkApply.changes': IMPORTED,
  'bulkCreate.rows': IMPORTED,
  'bulkImports.cancel': [],
  'bulkImports.undo': IMPORTED,
  'condos.create': ['condos.list', 'dashboard'],
  // Not the building itself: its screen, if it is open, would ask for it again.
  'condos.delete': ['condos.list', 'apartments', 'dashboard'],
  'factors.startTotp': [],
  'factors.startPasskey': [],
  // A restored record may be in any list.
  'history.restoreRecord': ['everything'],
  'history.restoreEntry': ['everything'],
  'history.restoreChange': ['everything'],
  'history.writeValues': ['everything'],
  'invitations.delete': ['invitations', 'dashboard'],
  'invite.send': ['invitations', 'dashboard'],
  'password.forgot': [],
  'password.set': [],
  'personalData.erase': ['users', 'history'],
  'users.delete': ['users', 'dashboard', 'portfolioCheck'],
};

/** Asks again for the queries that a call makes old, without waiting for them. */
export function makeOld(client: QueryClient, call: WriteName): void {
  for (const old of MAKES_OLD[call] ?? queryKeyOf(call).slice(0, 1)) {
    void readAgain(client, old === 'everything' ? {} : { queryKey: queryKeyOf(old) });
  }
}

/** A first read that is under way may answer what was before the change: it would be joined, so it ends here. */
async function readAgain(client: QueryClient, queries: { queryKey?: QueryKey }): Promise<void> {
  await client.cancelQueries({ ...queries, predicate: ({ state }) => state.data === undefined });
  await client.invalidateQueries(queries);
}

/** The beginning of the query key of a resource (`condos`), or of one of its calls (`condos.list`). */
export function queryKeyOf(name: string): string[] {
  return name.split('.');
}
