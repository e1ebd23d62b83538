import { sql, type SQL } from 'drizzle-orm';
import { bodySchemaOf } from '~/fields/field-schemas';
import { mapNames } from '~/fields/fields';
import { readText } from '~/fields/reading';
import { equalKey } from '~/fields/search-text';
import { z } from '~/fields/zod';
import { givenValues, targetRecords, updateRecords } from '~/history/server/records.repo';
import type { ChangedRecord } from '~/imports/rows/review-rows';
import {
  isPlaced,
  isValid,
  KEY_FIELDS,
  keyValue,
  PERSON_FIELDS,
  phoneKey,
  rowsWith,
  type KeyField,
  type ReadRow,
  type RowPerson,
} from '~/imports/rows/row';
import { compositeKey, CondoReferences, foldCase } from '~/imports/rows/row-checks';
import { sentence } from '~/language/sentence';
import type { Db } from '~/platform/database/connect.server';
import type { ChangeTx } from '~/platform/database/record-change';
import { userCondoAssociations } from '~/platform/database/schema/records';
import { daysOf, overlap } from '~/users/server/tenancies.repo';
import { conflict } from '~/rpc/embedded/api-error';
import { tenancyFields } from '~/users/import-fields';
import { insertPeople } from '~/users/server/users.repo';
import {
  answersFor,
  checkApartments,
  findCondosIn,
  type CheckPurpose,
  type RowCheck,
} from './references';

/*
 * Imports of people and tenancies (docs/behaviour/imports.md). An e-mail address identifies a row's
 * person, stored or new. Without one, the name and phone number identify the person within the file. Empty
 * stored fields of a person are filled in, others are never overwritten.
 */

/**
 * Creates the check that finds each row's person, and rejects times that overlap an association which that
 * person has, or will have after the file's changes. Valid rows get their person.
 */
export function createTenancyCheck(purpose: CheckPurpose): RowCheck {
  const { db, reject, writing, changes } = purpose;
  const condos = new CondoReferences(reject);
  const people = new Map<string, RowPerson>();
  const timed = new Map<string, ReadRow[]>();

  /** Rejects a row that contradicts the known values of its person. */
  function compare(row: ReadRow, person: RowPerson): void {
    const names = [wordsOf(row.keys), wordsOf(person)];
    const isOther = names[0] !== names[1] && !names.includes('');
    const field = keyValue(row, 'last_name') === null ? 'first_name' : 'last_name';
    if (isOther) reject(row, field, sentence('other_name', { name: nameOf(person) }));
    const phone = keyValue(row, 'phone');
    if (phone !== null && person.phone !== null && phoneKey(phone) !== phoneKey(person.phone))
      reject(row, 'phone', sentence('other_phone', { phone: person.phone }));
  }

  return async (rows) => {
    await condos.check(findCondosIn(db), rows);
    await checkApartments(db, rows, reject);
    const named = rowsWith(rows, ...PERSON_FIELDS);
    const placed = rowsWith(named, ...KEY_FIELDS.tenancy).filter(isPlaced);
    const stored = await findStored(db, named, writing);
    const idOf = (row: ReadRow) => (people.get(personKey(row)) ?? stored.get(row))?.id ?? null;
    const presentByRow = await findPresent(db, placed, idOf, changes);
    const isTimed = new Set(placed);
    for (const row of named) {
      const present = presentByRow.get(row) ?? [];
      const known = people.get(personKey(row));
      const match = stored.get(row) ?? predecessorOf(row, present);
      const person: RowPerson | undefined = known ?? match;
      const field = keyValue(row, 'email') === null ? 'last_name' : 'email';
      if (match?.isErased) reject(row, field, 'user_erased');
      else if (match?.isActive === false) reject(row, field, 'user_inactive');
      else if (person) compare(row, person);
      const earlier = timed.get(timesKey(row)) ?? [];
      if (isTimed.has(row)) {
        const first = earlier.find((other) => isAtOnce(row, other) && isSamePhone(row, other.keys));
        if (first) reject(row, 'since', sentence('same_tenancy', { row: first.number }));
        else if (present.some(({ overlaps }) => overlaps)) reject(row, 'since', 'tenancy_overlaps');
      } else if (person && !isPlaced(row)) {
        const { id, row: first = null } = person;
        const why = first
          ? sentence('same_person_row', { row: first })
          : sentence('same_person', { id });
        reject(row, field, why);
      }
      if (!isValid(row)) continue;
      row.person = withRow(person, row);
      people.set(personKey(row), row.person);
      if (isTimed.has(row)) timed.set(timesKey(row), [...earlier, row]);
    }
  };
}

function nameOf(names: Pick<ReadRow['keys'], 'first_name' | 'last_name'>): string {
  return [readText(names.first_name), readText(names.last_name)].filter(Boolean).join(' ');
}

/** The words of a name in any order: "Muster Anna" in one column equals Anna Muster. */
function wordsOf(names: Parameters<typeof nameOf>[0]): string {
  return equalKey(nameOf(names).replaceAll(',', ' ')).split(' ').toSorted().join(' ');
}

/** False for two people of one name without an e-mail address who have different phone numbers. */
function isSamePhone({ keys }: ReadRow, other: { phone?: unknown }): boolean {
  const one = phoneKey(keys.phone);
  const two = phoneKey(other.phone);
  return keys.email != null || one === two || one === '' || two === '';
}

/** Key that is equal for rows about one person. A surname alone ("Müller") means another person each time. */
function personKey({ keys, number }: ReadRow): string {
  const email = keys.email ?? null;
  if (email !== null) return compositeKey('email', foldCase(email));
  const words = wordsOf(keys);
  const phone = phoneKey(keys.phone);
  const isVague = phone === '' && !words.includes(' ');
  return compositeKey('name', words, isVague ? number : phone);
}

/** The person with the values that the row adds, or a new person. */
function withRow(person: RowPerson | undefined, { keys, number }: ReadRow): RowPerson {
  const own = mapNames(PERSON_FIELDS, (field) => readText(keys[field]));
  if (!person) return { id: null, ...own, row: number };
  const { first_name, last_name } = nameOf(person) === '' ? own : person;
  const phone = person.phone ?? own.phone;
  const isAdded =
    first_name !== person.first_name || last_name !== person.last_name || phone !== person.phone;
  const isFilled = person.isFilled || isAdded;
  return Object.assign(person, { first_name, last_name, phone, isFilled });
}

/** Key of a row's person, home and role. Times of rows with one key must not overlap. */
function timesKey({ keys }: ReadRow): string {
  const who = keys.email == null ? wordsOf(keys) : foldCase(keys.email);
  return compositeKey(who, ...PLACE_KEYS.map((field) => keys[field] ?? null));
}

const isAtOnce = (row: ReadRow, other: ReadRow) =>
  begin(other) <= end(row) && begin(row) <= end(other);

const PLACE_KEYS = ['condo_id', 'apartment_id', 'role'] as const;
const begin = ({ keys }: ReadRow) => readText(keys.since) ?? '';
const end = ({ keys }: ReadRow) => readText(keys.until) ?? '9999';

const storedPerson = z.object({
  id: z.int(),
  ...mapNames(PERSON_FIELDS, () => z.string().nullable()),
  isActive: z.boolean(),
  isErased: z.boolean(),
});

const personColumns = sql`u.id, u.first_name, u.last_name, u.email, u.phone, u.is_active as "isActive",
  u.erased_at is not null as "isErased"`;

const storedName = sql`equal_key(concat_ws(' ', u.first_name, u.last_name))`;

/**
 * Finds stored people of rows, by e-mail address. Rows about a person alone are also found by name and
 * phone number, since importing a file twice would repeat them.
 */
async function findStored(db: Db, rows: readonly ReadRow[], isLocked: boolean) {
  const people = new Map<ReadRow, z.infer<typeof storedPerson>>();
  const find = async (texts: Array<string | null>, condition: SQL) => {
    if (texts.every((text) => text === null)) return;
    const statement = sql`
      select x.ordinal, ${personColumns}
        from unnest(${sql.param(texts)}::text[]) with ordinality as x (text, ordinal)
        join users u on ${condition}
       order by u.id ${isLocked ? sql`for no key update of u` : sql``}`;
    for (const [row, person] of await answersFor(db, rows, storedPerson, statement))
      if (person.email !== null || phoneKey(row.keys.phone) === phoneKey(person.phone))
        people.set(row, person);
  };
  await find(
    rows.map(({ keys }) => readText(keys.email)),
    sql`lower(u.email) = lower(x.text)`,
  );
  await find(
    rows.map((row) => (isPlaced(row) ? null : nameWithoutEmail(row))),
    sql`${storedName} = x.text and u.email is null and u.is_active`,
  );
  return people;
}

function nameWithoutEmail({ keys }: ReadRow): string | null {
  return keys.email == null ? equalKey(nameOf(keys)) : null;
}

const presentPerson = storedPerson.extend({ overlaps: z.boolean(), isChanged: z.boolean() });
type PresentPerson = z.infer<typeof presentPerson>;

/**
 * Finds people with a row's role in its home at that time, or by an association that the file changes: the
 * row's person, or a person of that name without an e-mail address. Different phone numbers exclude the
 * latter. Thus a file that is imported twice creates nobody twice.
 */
async function findPresent(
  db: Db,
  rows: readonly ReadRow[],
  idOf: (row: ReadRow) => number | null,
  changes: readonly ChangedRecord[],
): Promise<Map<ReadRow, PresentPerson[]>> {
  const column = (valueOf: (row: ReadRow) => unknown) => sql.param(rows.map(valueOf));
  const key = (field: KeyField) => column((row) => keyValue(row, field));
  const associations =
    changes.length === 0
      ? sql`user_condo_associations`
      : sql`(select * from user_condo_associations where id not in (select id from target)
             union all select r.* from ${targetRecords('association', sql`select * from target`)})`;
  const statement = sql`
    with target as materialized (${givenValues(changes)})
    select x.ordinal, ${personColumns}, ${overlap(daysOf('a'), daysOf('x'))} as overlaps,
           a.id in (select id from target) as "isChanged"
      from unnest(${column(idOf)}::int[], ${column(nameWithoutEmail)}::text[], ${key('condo_id')}::int[],
                  ${key('apartment_id')}::int[], ${key('role')}::text[], ${key('since')}::date[],
                  ${key('until')}::date[])
           with ordinality as x (user_id, name, condo_id, apartment_id, role, since, until, ordinal)
      join ${associations} a on a.condo_id = x.condo_id and a.apartment_id is not distinct from x.apartment_id
       and a.role = x.role and (${overlap(daysOf('a'), daysOf('x'))} or a.id in (select id from target))
      join users u on u.id = a.user_id
       and (a.user_id = x.user_id or (u.email is null and ${storedName} = x.name))
     order by a.id`;
  const presentByRow = new Map<ReadRow, PresentPerson[]>();
  for (const [row, person] of await answersFor(db, rows, presentPerson, statement))
    if (person.id === idOf(row) || isSamePhone(row, person))
      presentByRow.set(row, [...(presentByRow.get(row) ?? []), person]);
  return presentByRow;
}

/**
 * The person without an e-mail address whose association the file changes, if a row continues that
 * association.
 */
function predecessorOf({ keys }: ReadRow, present: readonly PresentPerson[]) {
  const changed = keys.email == null ? present.filter(({ isChanged }) => isChanged) : [];
  const [first] = changed;
  return changed.every(({ id }) => id === first?.id) ? first : undefined;
}

const rowSchema = bodySchemaOf(tenancyFields);

/** Creates the people and associations of checked rows. Returns the number of rows. @throws ApiError 409 */
export async function insertTenancies(tx: ChangeTx, rows: readonly ReadRow[], now: Date) {
  const people = [...new Set(rows.flatMap(({ person }) => person ?? []))];
  const created = people.filter(({ id }) => id === null);
  if (created.length > 0) {
    const sent = created.map((person) => mapNames(PERSON_FIELDS, (field) => person[field]));
    const inserted = await insertPeople(tx, sent, now);
    // Another call has just stored one of the addresses.
    if (inserted.length < created.length) throw conflict('data_changed');
    for (const [index, person] of created.entries()) person.id = inserted[index]?.id ?? null;
  }
  const filled = people.flatMap(({ id, isFilled = false, first_name, last_name, phone }) =>
    id !== null && isFilled ? [{ id, values: { first_name, last_name, phone } }] : [],
  );
  if (filled.length > 0) await updateRecords(tx, 'user', givenValues(filled), now);
  for (const person of people) person.isFilled = false;
  const tenancies = rows.flatMap(({ person, values }) => {
    const { condo_id, apartment_id, role, since, until, note } = rowSchema.parse(values);
    if (condo_id == null || role == null) return [];
    if (person?.id == null) throw new Error('A row has no person: a bug');
    return [
      { user_id: person.id, condo_id, apartment_id, role, since, until, note, created_at: now },
    ];
  });
  if (tenancies.length > 0) await tx.insert(userCondoAssociations).values(tenancies);
  return rows.length;
}
