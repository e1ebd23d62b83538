import type { HistoryEntry, HistoryFilter } from '~/contract/history-schemas';
import { streamOf } from '~/lib/stream-of';
import type { Db } from '../db/connect.server';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { entryBatches } from '../history/history';
import { getUser } from '../users/users';
import { findAccountFacts, findPersonalRows } from './export-person.repo';

/**
 * GET /admin/personal-data/{id}: all that is known of a person (contract/personal-data.ts), read as fast as it is sent.
 * @throws ApiError 404
 */
export async function exportPerson(deps: ApiDeps, id: number) {
  const { db, clock, log } = deps;
  const profile = await getUser(deps, id);
  const facts = await findAccountFacts(db, id);
  if (!facts) throw notFound('User');
  const rows = await findPersonalRows(db, profile);
  const known = { exported_at: clock(), profile: { ...profile, ...facts }, ...rows };
  return streamOf(writeFile(db, JSON.stringify(known), id), (err) =>
    log.error({ err }, 'The export of a person broke off'),
  );
}

async function* writeFile(db: Db, known: string, id: number): AsyncGenerator<string, void, void> {
  yield `${known.slice(0, -1)},"history":[`;
  let separator = '';
  for await (const entry of entriesOf(db, { kind: 'user', record: id })) {
    yield separator + JSON.stringify(entry);
    separator = ',';
  }
  yield '],"actions":[';
  separator = '';
  for await (const entry of entriesOf(db, { person: id })) {
    yield separator + JSON.stringify(toAction(entry));
    separator = ',';
  }
  yield ']}';
}

async function* entriesOf(db: Db, filter: HistoryFilter): AsyncGenerator<HistoryEntry> {
  for await (const entries of entryBatches(db, filter)) yield* entries;
}

/** An action without its values: the values of other people's records are theirs. */
function toAction({ id, at, action, request_id, change_count, record }: HistoryEntry) {
  const named = record && { kind: record.kind, id: record.id };
  return { id, at, action, request_id, change_count, record: named };
}
