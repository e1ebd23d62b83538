import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { LONG_TEXT_LIMIT_CHARS } from '~/fields/limits';
import { hasWayIn, isLinked } from '~/accounts/server/provider/identities.repo';
import { sentence } from '~/language/sentence';
import type { Db } from '~/platform/database/connect.server';
import { pickColumns } from '~/platform/database/schema/field-columns';
import {
  apartments,
  condos,
  invitations,
  userCondoAssociations as associations,
  users,
} from '~/platform/database/schema/records';
import { conflict, invalidField, notFound } from '~/rpc/embedded/api-error';
import { MERGED_COLUMNS, mergedPersonSchema } from '~/users/merging';
import { findTenancies, type TenancyRow } from './associations.repo';
import { isSentTo } from './users.repo';

/** The two accounts of a merge: one stays, the other is closed. */
export interface MergedAccounts {
  kept: number;
  closed: number;
}

export type MergePlan = Awaited<ReturnType<typeof planMerge>>;

/**
 * Plans a merge. `locked`: until the transaction ends nobody else can change the accounts or the records
 * that move. Accounts are locked in the order of their ids, so that two merges of the same people wait for
 * each other.
 * @throws ApiError 404, 409, 422
 */
export async function planMerge(
  db: Db,
  accounts: MergedAccounts,
  { day, locked = false }: { day: string; locked?: boolean },
) {
  const { kept, closed, canSignIn } = await findAccounts(db, accounts, locked);
  if (locked) {
    const ofBoth = inArray(associations.user_id, [kept.id, closed.id]);
    const rows = db.select({ id: associations.id }).from(associations).where(ofBoth);
    await rows.orderBy(asc(associations.id)).for('update');
  }
  const present = await findTenancies(db, kept.id, day);
  const theirs = await findTenancies(db, closed.id, day);
  const { moved, joined } = joinTenancies(present, theirs, day);
  const lived = [...present, ...theirs].filter(({ state }) => state !== 'past');
  const homes = new Set(lived.map(homeOf));
  const invited = new Set((await findPending(db, kept, locked)).map(homeOf));
  const sent = await findPending(db, closed, locked);
  const isNew = sent.map((one) => {
    // An invitation that creates the account is kept even if the person already lives there.
    const isNeeded = one.user_id !== null && !canSignIn;
    if (homes.has(homeOf(one)) && !isNeeded) return false;
    return invited.size < invited.add(homeOf(one)).size;
  });
  return {
    kept,
    closed,
    moved,
    joined,
    invited: sent.filter((_one, index) => isNew[index]),
    withdrawn: sent.filter((_one, index) => !isNew[index]),
  };
}

async function findAccounts(db: Db, accounts: MergedAccounts, locked: boolean) {
  if (accounts.kept === accounts.closed) throw invalidField('user_id', 'merge_same');
  const query = db
    .select({
      ...pickColumns(users, ['id', 'email', ...MERGED_COLUMNS]),
      ...pickColumns(users, ['is_active', 'is_superuser', 'erased_at']),
      is_linked: sql<boolean>`${isLinked(db)}`,
      has_way_in: sql<boolean>`${hasWayIn(db)}`,
    })
    .from(users)
    .where(inArray(users.id, [accounts.kept, accounts.closed]))
    .orderBy(asc(users.id));
  const rows = await (locked ? query.for('no key update') : query);
  const kept = rows.find(({ id }) => id === accounts.kept);
  const closed = rows.find(({ id }) => id === accounts.closed);
  if (!kept) throw notFound('User');
  if (!closed) throw invalidField('user_id', sentence('what_not_found', { what: 'User' }));
  if (kept.erased_at ?? closed.erased_at) throw conflict('person_erased');
  if (!kept.is_active || !closed.is_active) throw conflict('person_inactive');
  if (closed.is_superuser) throw conflict('merge_administrator');
  if (closed.is_linked) throw conflict('merge_linked');
  // The kept account, and its invitations, would have no address.
  if (kept.email === null && closed.email !== null) throw conflict('merge_without_email');
  return {
    kept: mergedPersonSchema.parse(kept),
    closed: mergedPersonSchema.parse(closed),
    canSignIn: kept.has_way_in,
  };
}

/** The pending invitations of a person, oldest first. */
async function findPending(db: Db, person: { id: number; email: string | null }, locked: boolean) {
  const query = db
    .select({
      ...pickColumns(invitations, ['id', 'email', 'role', 'condo_id', 'apartment_id', 'user_id']),
      condo_name: condos.name,
      apartment_number: apartments.apartment_number,
    })
    .from(invitations)
    .innerJoin(condos, eq(condos.id, invitations.condo_id))
    .leftJoin(apartments, eq(apartments.id, invitations.apartment_id))
    .where(and(isSentTo(person), eq(invitations.status, 'pending')))
    .orderBy(asc(invitations.id));
  return locked ? query.for('update', { of: invitations }) : query;
}

const homeOf = (one: { condo_id: number; apartment_id: number | null }) =>
  `${one.condo_id} ${one.apartment_id}`;

/** Sorts the associations of two people into those that move and those that overlap and become one. */
function joinTenancies(kept: readonly TenancyRow[], closed: readonly TenancyRow[], day: string) {
  const all = [...kept, ...closed];
  const bySpell = Map.groupBy(all, (one) => `${homeOf(one)} ${one.role}`);
  const groups = [...bySpell.values()].flatMap(overlapping);
  const theirs = new Set(closed.map(({ id }) => id));
  return {
    moved: groups.flatMap(([one, ...others]) =>
      one && others.length === 0 && theirs.has(one.id) ? one : [],
    ),
    joined: groups.flatMap((of) => (of.length > 1 ? joinOf(of, theirs, day) : [])),
  };
}

const begin = (row: TenancyRow) => row.since ?? '';

/** Groups rows that overlap, also indirectly. An unknown beginning or end is open. */
function overlapping(rows: readonly TenancyRow[]): TenancyRow[][] {
  const groups: TenancyRow[][] = [];
  let last: string | null = '';
  for (const row of rows.toSorted((a, b) => begin(a).localeCompare(begin(b)) || a.id - b.id)) {
    const group = groups.at(-1);
    if (group && (last === null || begin(row) <= last)) {
      group.push(row);
      last = last === null || row.until === null ? null : row.until > last ? row.until : last;
    } else {
      groups.push([row]);
      last = row.until;
    }
  }
  return groups;
}

/**
 * Merges several associations into one: the oldest of the person who stays. It begins on the first known
 * day, unless an association with an unknown beginning precedes it. It has no end if one of them has none.
 */
function joinOf(of: readonly TenancyRow[], theirs: ReadonlySet<number>, day: string) {
  const [first] = of.filter(({ id }) => !theirs.has(id)).toSorted((a, b) => a.id - b.id);
  if (!first) return [];
  const days = (name: 'since' | 'until' | 'reported_on') =>
    of.flatMap((one) => one[name] ?? []).toSorted();
  const [known = null] = days('since');
  const seen = of.flatMap(({ since, until }) =>
    since === null ? [until !== null && until < day ? until : day] : [],
  );
  const since = known !== null && seen.every((one) => one >= known) ? known : null;
  const until = of.some((one) => one.until === null) ? null : (days('until').at(-1) ?? null);
  const note = [...new Set([first, ...of].flatMap((one) => one.note ?? []))].join('\n');
  if (note.length > LONG_TEXT_LIMIT_CHARS) throw conflict('merge_notes');
  return [
    {
      ...first,
      since,
      until,
      reported_on: days('reported_on')[0] ?? null,
      note: note || null,
      state: stateOf({ since, until }, day),
      of: [...of],
    },
  ];
}

function stateOf({ since, until }: Pick<TenancyRow, 'since' | 'until'>, day: string) {
  if (until !== null && until < day) return 'past' as const;
  return since !== null && since > day ? ('coming' as const) : ('current' as const);
}
