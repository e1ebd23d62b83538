import type { HistoryEntry } from '~/contract/history-schemas';
import { streamOf } from '~/lib/stream-of';
import type { Db } from '../db/connect.server';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { INVITATION_KINDS, type EntryFilter } from '../history/history.repo';
import { entryBatches } from '../history/entry-batches';
import { getUser } from '../users/users';
import { findAccountFacts, findPersonalRows } from './export-person.repo';

/**
 * GET /admin/personal-data/{id}: all that is known of a person (contract/personal-data.ts), read as fast as it is sent.
 * @throws ApiError 404
 */
export async function exportPerson(
  deps: ApiDeps,
  id: number,
): Promise<ReadableStream<Uint8Array<ArrayBuffer>>> {
  const { db, clock, log } = deps;
  const profile = await getUser(deps, id);
  const facts = await findAccountFacts(db, id);
  if (!facts) throw notFound('User');
  const rows = await findPersonalRows(db, profile);
  const known = { exported_at: clock(), profile: { ...profile, ...facts }, ...rows };
  return streamOf(writeFile(db, JSON.stringify(known), profile), (err) =>
    log.error({ err }, 'The export of a person broke off'),
  );
}

async function* writeFile(
  db: Db,
  known: string,
  { id, email }: { id: number; email: string },
): AsyncGenerator<string, void, void> {
  yield `${known.slice(0, -1)},"history":[`;
  let separator = '';
  const about = entriesOf(db, { kind: 'user', record: id });
  for await (const entry of about) {
    yield separator + JSON.stringify(entry);
    separator = ',';
  }
  for await (const entry of entriesOf(db, { invitationsTo: email })) {
    yield separator + JSON.stringify(onlyInvitationsOf(entry, email));
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

async function* entriesOf(db: Db, filter: EntryFilter): AsyncGenerator<HistoryEntry> {
  for await (const entries of entryBatches(db, filter)) yield* entries;
}

/** The entry without what concerned others: an invitation may have gone with its building, and with other people's. */
function onlyInvitationsOf(entry: HistoryEntry, email: string): HistoryEntry {
  const changes = entry.changes.filter(
    ({ kind, name }) =>
      INVITATION_KINDS.some((one) => one === kind) && name?.toLowerCase() === email.toLowerCase(),
  );
  return Object.assign({}, entry, { changes, change_count: changes.length });
}

/** An action without its values: the values of other people's records are theirs. */
function toAction({ id, at, action, request_id, change_count, record }: HistoryEntry) {
  const named = record && { kind: record.kind, id: record.id };
  return { id, at, action, request_id, change_count, record: named };
}
