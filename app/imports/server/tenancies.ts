import { sql, type SQL } from 'drizzle-orm';
import { bodySchemaOf } from '~/fields/field-schemas';
import { mapNames } from '~/fields/fields';
import { readText } from '~/fields/reading';
import { equalKey } from '~/fields/search-text';
import { z } from '~/fields/zod';
import { givenValues, updateRecords } from '~/history/server/records.repo';
import {
  isPlaced,
  isValid,
  KEY_FIELDS,
  keyValue,
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
import { daysOf, overlap } from '~/platform/database/tenancies.repo';
import { conflict } from '~/rpc/embedded/api-error';
import { PERSON_NAMES, tenancyFields } from '~/users/import-fields';
import { insertPeople } from '~/users/server/users.repo';
import { checkApartments, findCondosIn, type CheckPurpose, type RowCheck } from './references';

/*
 * Imports of people and tenancies (docs/behaviour/imports.md). An e-mail address says which person a row
 * means, stored or new. Without one it is the name with the phone number, within the file alone. What is
 * stored of a person is filled in where it is empty, and never overwritten.
 */

/** Finds who is meant, and whether they are there at that time already. Valid rows know their person. */
export function createTenancyCheck({ db, reject, writing }: CheckPurpose): RowCheck {
  const condos = new CondoReferences(reject);
  const people = new Map<string, RowPerson>();
  const times = new Times();

  /** Rejects a row that contradicts what is known of its person. */
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
    const named = rowsWith(rows, ...PERSON_NAMES, 'phone');
    const placed = rowsWith(named, ...KEY_FIELDS.tenancy).filter(isPlaced);
    const stored = await findStored(db, named, writing);
    const idOf = (row: ReadRow) => (people.get(personKey(row)) ?? stored.get(row))?.id ?? null;
    const taken = await findTaken(db, placed, idOf);
    const timed = new Set(placed);
    for (const row of named) {
      const [known, match] = [people.get(personKey(row)), stored.get(row)];
      const person: RowPerson | undefined = known ?? match;
      const field = keyValue(row, 'email') === null ? 'last_name' : 'email';
      if (match?.isErased) reject(row, field, 'user_erased');
      else if (match?.isActive === false) reject(row, field, 'user_inactive');
      else if (person) compare(row, person);
      if (timed.has(row)) {
        const first = times.overlapping(row);
        if (first !== undefined) reject(row, 'since', sentence('same_tenancy', { row: first }));
        else if (taken.has(row)) reject(row, 'since', 'tenancy_overlaps');
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
      if (timed.has(row)) times.add(row);
    }
  };
}

/** First and last name as one text. */
function nameOf({
  first_name,
  last_name,
}: Pick<ReadRow['keys'], 'first_name' | 'last_name'>): string {
  return [readText(first_name), readText(last_name)].filter(Boolean).join(' ');
}

/** The words of a name in any order: "Muster Anna" in one column is Anna Muster. */
function wordsOf(names: Parameters<typeof nameOf>[0]): string {
  return equalKey(nameOf(names).replaceAll(',', ' ')).split(' ').toSorted().join(' ');
}

/** Equal for +41 79 123 45 67 and 079 123 45 67, whose last nine digits are the same. */
function phoneKey(phone: unknown): string {
  const text = readText(phone) ?? '';
  return text.replaceAll(/\D/g, '').slice(-9) || equalKey(text);
}

/** Equal for rows that mean one person. A surname alone ("Müller") means another person each time. */
function personKey({ keys, number }: ReadRow): string {
  const email = keys.email ?? null;
  if (email !== null) return compositeKey('email', foldCase(email));
  const [words, phone] = [wordsOf(keys), phoneKey(keys.phone)];
  const isVague = phone === '' && !words.includes(' ');
  return compositeKey('name', words, isVague ? number : phone);
}

/** The person with what the row adds, or a new one. */
function withRow(person: RowPerson | undefined, { keys, number }: ReadRow): RowPerson {
  const own = mapNames([...PERSON_NAMES, 'phone'], (field) => readText(keys[field]));
  if (!person) return { id: null, ...own, row: number };
  const { first_name, last_name } = nameOf(person) === '' ? own : person;
  const phone = person.phone ?? own.phone;
  const isFilled =
    first_name !== person.first_name || last_name !== person.last_name || phone !== person.phone;
  return Object.assign(person, {
    first_name,
    last_name,
    phone,
    isFilled: person.isFilled || isFilled,
  });
}

/** A person's times in a home and a role, by which rows of the file may not overlap. */
class Times {
  readonly #rows = new Map<string, ReadRow[]>();

  /** The number of the row whose time this one overlaps. */
  overlapping(row: ReadRow): number | undefined {
    return this.#of(row).find((other) => begin(other) <= end(row) && begin(row) <= end(other))
      ?.number;
  }

  add(row: ReadRow): void {
    this.#of(row).push(row);
  }

  #of({ keys }: ReadRow): ReadRow[] {
    const who = keys.email == null ? wordsOf(keys) : foldCase(keys.email);
    const key = compositeKey(who, ...PLACE_KEYS.map((field) => keys[field] ?? null));
    const rows = this.#rows.get(key) ?? [];
    this.#rows.set(key, rows);
    return rows;
  }
}

const PLACE_KEYS = ['condo_id', 'apartment_id', 'role'] as const;
const begin = ({ keys }: ReadRow) => readText(keys.since) ?? '';
const end = ({ keys }: ReadRow) => readText(keys.until) ?? '9999';

const storedRows = z.array(
  z.object({
    ordinal: z.coerce.number(),
    id: z.int(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    isActive: z.boolean(),
    isErased: z.boolean(),
  }),
);
type StoredPerson = z.infer<typeof storedRows>[number];

const storedName = sql`equal_key(concat_ws(' ', u.first_name, u.last_name))`;

/**
 * The stored people of rows: by e-mail address, and for rows about a person alone, which a file imported
 * twice would repeat, by name and phone number.
 */
async function findStored(db: Db, rows: readonly ReadRow[], isLocked: boolean) {
  const found = new Map<ReadRow, StoredPerson>();
  const find = async (texts: Array<string | null>, condition: SQL) => {
    if (texts.every((text) => text === null)) return;
    const result = await db.execute(sql`
      select x.ordinal, u.id, u.first_name, u.last_name, u.email, u.phone,
             u.is_active as "isActive", u.erased_at is not null as "isErased"
        from unnest(${sql.param(texts)}::text[]) with ordinality as x (text, ordinal)
        join users u on ${condition}
       order by u.id ${isLocked ? sql`for no key update of u` : sql``}`);
    for (const { ordinal, ...person } of storedRows.parse(result.rows)) {
      const row = rows[ordinal - 1];
      if (row && (person.email !== null || phoneKey(row.keys.phone) === phoneKey(person.phone)))
        found.set(row, { ordinal, ...person });
    }
  };
  await find(
    rows.map(({ keys }) => readText(keys.email)),
    sql`lower(u.email) = lower(x.text)`,
  );
  await find(
    rows.map((row) => (isPlaced(row) ? null : nameWithoutEmail(row))),
    sql`${storedName} = x.text and u.email is null and u.is_active`,
  );
  return found;
}

/** The name of a row that has no e-mail address, as an equal key. */
function nameWithoutEmail({ keys }: ReadRow): string | null {
  return keys.email == null ? equalKey(nameOf(keys)) : null;
}

const ordinals = z.array(z.object({ ordinal: z.coerce.number() }));

/**
 * The rows whose person has the role there at that time. A person without an e-mail address is taken for
 * somebody of the same name there: a file that is imported twice creates nobody twice.
 */
async function findTaken(
  db: Db,
  rows: readonly ReadRow[],
  idOf: (row: ReadRow) => number | null,
): Promise<Set<ReadRow | undefined>> {
  const column = (valueOf: (row: ReadRow) => unknown) => sql.param(rows.map(valueOf));
  const key = (field: KeyField) => column((row) => keyValue(row, field));
  const result = await db.execute(sql`
    select x.ordinal
      from unnest(${column(idOf)}::int[], ${column(nameWithoutEmail)}::text[], ${key('condo_id')}::int[],
                  ${key('apartment_id')}::int[], ${key('role')}::text[], ${key('since')}::date[],
                  ${key('until')}::date[])
           with ordinality as x (user_id, name, condo_id, apartment_id, role, since, until, ordinal)
     where exists (
       select from user_condo_associations a join users u on u.id = a.user_id
        where a.condo_id = x.condo_id and a.apartment_id is not distinct from x.apartment_id
          and a.role = x.role and ${overlap(daysOf('a'), daysOf('x'))}
          and (a.user_id = x.user_id or (u.email is null and ${storedName} = x.name)))`);
  return new Set(ordinals.parse(result.rows).map(({ ordinal }) => rows[ordinal - 1]));
}

const rowSchema = bodySchemaOf(tenancyFields);

/** Creates the people and associations of checked rows; returns the number of rows. @throws ApiError 409 */
export async function insertTenancies(
  tx: ChangeTx,
  rows: readonly ReadRow[],
  now: Date,
): Promise<number> {
  const people = [...new Set(rows.flatMap(({ person }) => person ?? []))];
  const created = people.filter(({ id }) => id === null);
  if (created.length > 0) {
    const sent = created.map(({ first_name, last_name, email, phone }) => ({
      first_name,
      last_name,
      email,
      phone,
    }));
    const inserted = await insertPeople(tx, sent, now);
    // Somebody else has just got one of the addresses.
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
