import type { HistoryEntry, HistoryFilter } from '~/contract/history-schemas';
import type { Db } from '../db/connect.server';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { withNames } from '../history/history';
import { findEntries } from '../history/history.repo';
import { getUser } from '../users/users';
import { findAccountFacts, findPersonalRows } from './export-person.repo';

/** Entries of the history that are read at once. */
const BATCH_ENTRIES = 500;
/** Changes of one entry in the file. */
const CHANGES_SHOWN = 1_000;

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
  const pieces = writeFile(db, JSON.stringify(known), profile);
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      try {
        const { value, done } = await pieces.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      } catch (error) {
        // The connection breaks: a shorter file would look like all of it.
        log.error({ err: error }, 'The export of a person broke off');
        controller.error(error);
      }
    },
    async cancel() {
      await pieces.return();
    },
  });
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
  for await (const entry of entriesOf(db, { kind: 'invitation', text: email })) {
    const ofPerson = onlyInvitationsOf(entry, email);
    if (ofPerson === null) continue;
    yield separator + JSON.stringify(ofPerson);
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
  let before: number | undefined;
  for (;;) {
    const request = { filter, before, limit: BATCH_ENTRIES, changesShown: CHANGES_SHOWN };
    const entries = await withNames(db, await findEntries(db, request));
    yield* entries;
    if (entries.length < BATCH_ENTRIES) return;
    before = entries.at(-1)?.id;
  }
}

/** The entry without what concerned others; null where the text was found in another address. */
function onlyInvitationsOf(entry: HistoryEntry, email: string): HistoryEntry | null {
  const isPersons = (name: string | null) => name?.toLowerCase() === email.toLowerCase();
  const changes = entry.changes.filter(
    ({ kind, name }) => kind === 'invitation' && isPersons(name),
  );
  return isPersons(entry.record?.name ?? null) ? Object.assign({}, entry, { changes }) : null;
}

/** What is in others' records is theirs. */
function toAction({ id, at, action, request_id, change_count, record }: HistoryEntry) {
  const named = record && { kind: record.kind, id: record.id };
  return { id, at, action, request_id, change_count, record: named };
}
