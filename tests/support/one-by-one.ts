import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import {
  apartments,
  condos,
  invitations,
  userCondoAssociations,
  users,
} from '~/platform/database/schema/records';
import { tenancyRecordSchema, type TenancyRecord } from '~/users/schema';
import type { TestApi } from './api';
import type { InvitationDesk } from './invitation-desk';
import { must } from './must';

const TABLES = { condos, apartments, users, userCondoAssociations, invitations };

/** Columns that an undo does not restore: versions and the state of mails. */
const NOT_UNDONE = ['updated_at', 'mail_state', 'mail_detail', 'mail_updated_at'];
/**
 * Columns that differ if the same changes are made one by one: new ids and moments, and the account
 * into which another was merged.
 */
const OF_ITS_OWN = ['id', 'created_at', 'expires_at', 'last_sent_at', 'merged_into'];

/** All records by table, by id and without these columns. */
export async function recordsOf(
  { db }: Pick<TestApi, 'db'>,
  without: readonly string[] = NOT_UNDONE,
) {
  const tables = Object.entries(TABLES).map(async ([name, table]) => {
    const rows = await db.select().from(table).orderBy(table.id);
    const kept = rows.map((row) =>
      Object.entries(row).filter(([field]) => !without.includes(field)),
    );
    return [
      name,
      kept.map((fields): Record<string, unknown> => Object.fromEntries(fields)),
    ] as const;
  });
  return Object.fromEntries(await Promise.all(tables));
}

/** All records without what differs where the same was done in another way or order. */
async function outcomeOf(api: Pick<TestApi, 'db'>) {
  const tables = await recordsOf(api, [...NOT_UNDONE, ...OF_ITS_OWN]);
  return Object.entries(tables).map(([name, rows]) => [name, rows.map(inOneOrder).toSorted()]);
}

function inOneOrder(row: Record<string, unknown>): string {
  const { note } = row;
  const lines = typeof note === 'string' ? note.split('\n').toSorted() : note;
  return JSON.stringify({ ...row, note: lines });
}

interface Way {
  /** Changes many records. */
  atOnce: () => Promise<unknown>;
  undo: () => Promise<unknown>;
  /** Makes the same changes by the calls that change one record each. */
  oneByOne: () => Promise<unknown>;
}

/**
 * Checks that a way to change many records leaves what the same changes leave that are made one by one, and
 * that its Undo leaves all records as they were.
 */
export async function expectSameOutcome(
  api: Pick<TestApi, 'db'>,
  { atOnce, undo, oneByOne }: Way,
): Promise<void> {
  const before = await recordsOf(api);
  await atOnce();
  const outcome = await outcomeOf(api);
  await undo();
  expect(await recordsOf(api)).toEqual(before);
  await oneByOne();
  expect(outcome).toEqual(await outcomeOf(api));
}

/** An association without what differs between two people who have the same. */
type Spell = Pick<TenancyRecord, 'condo_id' | 'apartment_id' | 'role' | 'since' | 'until' | 'note'>;

async function spellsOf({ api }: Pick<InvitationDesk, 'api'>, id: number): Promise<Spell[]> {
  const path = `/admin/user-condo-associations?user_id=${id}`;
  const rows = await api.read(tenancyRecordSchema.array(), 'GET', path);
  return rows.map(({ condo_id, apartment_id, role, since, until, note }) => {
    return { condo_id, apartment_id, role, since, until, note };
  });
}

const isSame = (a: Spell, b: Spell) =>
  a.condo_id === b.condo_id && a.apartment_id === b.apartment_id && a.role === b.role;

const overlaps = (a: Spell, b: Spell) =>
  isSame(a, b) && (a.since ?? '0') <= (b.until ?? '9') && (b.since ?? '0') <= (a.until ?? '9');

/** Overlapping ones as one. */
function union(of: readonly Spell[], today: string): Spell {
  const first = must(of[0], 'association');
  const days = of.flatMap(({ since }) => since ?? []).toSorted();
  const [known = ''] = days;
  const isBefore = ({ since, until }: Spell) =>
    since === null && (known > today || (until !== null && until < known));
  const wasBefore = of.some(isBefore);
  const ends = of.map(({ until }) => until ?? '9').toSorted();
  const last = ends.at(-1) ?? '9';
  const notes = [...new Set(of.flatMap(({ note }) => note ?? []))].toSorted();
  return {
    ...first,
    since: known === '' || wasBefore ? null : known,
    until: last === '9' ? null : last,
    note: notes.join('\n') || null,
  };
}

/** The naive way: as long as two groups overlap, they are made one. */
function joinAll(spells: readonly Spell[], today: string): Spell[] {
  const groups = spells.map((spell) => [spell]);
  for (;;) {
    const pair = groups.flatMap((a, at) =>
      groups
        .slice(at + 1)
        .filter((b) => a.some((one) => b.some((another) => overlaps(one, another))))
        .map((b) => [a, b] as const),
    )[0];
    if (!pair) return groups.map((of) => union(of, today));
    const [a, b] = pair;
    groups.splice(groups.indexOf(b), 1);
    a.push(...b);
  }
}

export async function userRow({ api }: Pick<InvitationDesk, 'api'>, id: number) {
  const [row] = await api.db.select().from(users).where(eq(users.id, id));
  return must(row, 'user');
}

const PATH = '/admin/user-condo-associations';

/** Merges two accounts by calls that change one thing at a time. All fields but the name are taken. */
export async function mergeOneByOne(desk: InvitationDesk, kept: number, closed: number) {
  const { api } = desk;
  const { email, phone, language, profile_picture } = await userRow(desk, closed);
  const theirs = await spellsOf(desk, closed);
  const today = desk.time.now.toISOString().slice(0, 10);
  const joined = joinAll([...(await spellsOf(desk, kept)), ...theirs], today);
  for (const user_id of [kept, closed]) {
    const rows = await api.read(tenancyRecordSchema.array(), 'GET', `${PATH}?user_id=${user_id}`);
    for (const { id } of rows) await api.call('DELETE', `${PATH}/${id}`);
  }
  for (const spell of joined)
    await api.read(tenancyRecordSchema, 'POST', PATH, { user_id: kept, ...spell }, 201);
  for (const { id, email: sentTo, role, condo, apartment } of await desk.pending()) {
    if (sentTo !== email) continue;
    await api.call('DELETE', `/admin/invitations/${id}`);
    const to = { email: (await userRow(desk, kept)).email, condo_id: condo.id };
    // Rejected for who lives there or is invited.
    await api.call('POST', '/admin/invite-user', { ...to, role, apartment_id: apartment?.id });
  }
  await api.call('PUT', `/admin/users/${kept}`, { phone });
  await api.db.update(users).set({ language, profile_picture }).where(eq(users.id, kept));
  await api.call('DELETE', `/admin/users/${closed}`);
}
