import { sql } from 'drizzle-orm';
import type { BulkType, Reading } from '~/imports/schema';
import { cantonOfPlace } from '~/checks/localities/canton-of-place';
import { cantonNames, SWITZERLAND } from '~/condos/cantons';
import { readText } from '~/fields/reading';
import { equalKey, searchText } from '~/fields/search-text';
import { sentence, type AnySentence } from '~/language/sentence';
import { z } from '~/fields/zod';
import { cellProblem, toText } from '~/imports/rows/field-rules';
import { isValid, keyValue, rowsWith, type KeyField, type ReadRow } from '~/imports/rows/row';
import {
  compositeKey,
  CondoReferences,
  DuplicateCheck,
  foldCase,
  rejectWith,
  rowsWithKey,
  SeenRows,
} from '~/imports/rows/row-checks';
import type { Db } from '~/platform/database/connect.server';
import { daysOf, isNotOver } from '~/users/server/tenancies.repo';
import {
  answersFor,
  checkApartments,
  findCondosIn,
  type CheckPurpose,
  type RowCheck,
} from './references';
import { findApartments, idAnswer } from './named-rows.repo';
import { createTenancyCheck } from './tenancies';

/** Checks buildings. Two are duplicates if name, address and zip code are equal (equalKey). */
function createCondoCheck({ db, reject }: CheckPurpose): RowCheck {
  const duplicates = new DuplicateCheck('condo', reject);
  return async (rows) => {
    for (const row of rows) if (!isValid(row)) proposePlace(row);
    const comparable = rowsWithKey('condo', rows);
    const [names, addresses, zipCodes] = (['name', 'address', 'zip_code'] as const).map((field) =>
      sql.param(comparable.map((row) => equalKey(toText(keyValue(row, field))))),
    );
    const statement = sql`
      select x.ordinal, min(c.id) as id
        from unnest(${names}::text[], ${addresses}::text[], ${zipCodes}::text[])
             with ordinality as x (name, address, zip_code, ordinal)
       cross join lateral (
             select id, address from condos
              where equal_key(name) = x.name and equal_key(zip_code) = x.zip_code
             offset 0) as c
       where equal_key(c.address) = x.address
       group by x.ordinal`;
    duplicates.check(comparable, new Map(await answersFor(db, comparable, idAnswer, statement)));
  };
}

/** Proposes a missing country or canton, by the postcode and its place. */
function proposePlace({ values, problems }: ReadRow): void {
  const textOf = (field: string) => readText(values[field])?.trim() ?? '';
  const state = textOf('state');
  const country = textOf('country');
  if (state !== '' && country !== '') return;
  const canton = cantonOfPlace(textOf('zip_code'), textOf('city'));
  const isOther = country !== '' && !SWITZERLAND.includes(searchText(country));
  if (canton === null || isOther || (state !== '' && cantonNames(state)[0] !== canton)) return;
  const propose = (field: string, value: string) => {
    problems.push(cellProblem(field, undefined, null, sentence('may_be', { value })));
  };
  if (state === '') propose('state', canton);
  if (country === '') propose('country', 'Switzerland');
}

function createApartmentCheck({ db, reject, writing }: CheckPurpose): RowCheck {
  const duplicates = new DuplicateCheck('apartment', reject);
  const condos = new CondoReferences(reject);
  return async (rows) => {
    await condos.check(findCondosIn(db), rows);
    const comparable = rowsWithKey('apartment', rows);
    // When rows are written, the table's unique constraint checks them.
    const stored = writing ? [] : await findApartments(db, comparable);
    duplicates.check(comparable, new Map(stored));
  };
}

const takenAnswer = z
  .object({ invited: z.boolean(), associated: z.boolean() })
  .transform(({ invited, associated }): AnySentence | undefined => {
    if (invited) return 'invited_there';
    return associated ? 'associated_there' : undefined;
  });

/** Rejects apartments of other buildings, repeated invitations and existing associations. */
function createInviteCheck({ db, reject, day }: CheckPurpose): RowCheck {
  const seen = new SeenRows();
  const condos = new CondoReferences(reject);
  return async (rows) => {
    await condos.check(findCondosIn(db), rows);
    await checkApartments(db, rows, reject);
    const comparable = rowsWith(rows, 'email', 'condo_id', 'apartment_id');
    const conflicts = await findTaken(db, comparable, day);
    for (const row of comparable) {
      const home = [keyValue(row, 'condo_id'), keyValue(row, 'apartment_id')];
      const first = seen.firstWith(compositeKey(foldCase(keyValue(row, 'email')), ...home), row);
      const why = conflicts.get(row) ?? (first && sentence('same_invitation', { row: first }));
      if (why) reject(row, 'email', why);
    }
  };
}

/** Finds rows that invite people who live there or are invited already, with the reason. */
async function findTaken(db: Db, comparable: readonly ReadRow[], day: string) {
  const column = (field: KeyField) => sql.param(comparable.map((row) => keyValue(row, field)));
  const statement = sql`
    select x.ordinal,
           exists (select from invitations i
                    where i.status = 'pending' and lower(i.email) = lower(x.email)
                      and i.condo_id = x.condo_id
                      and coalesce(i.apartment_id, 0) = coalesce(x.apartment_id, 0)) as invited,
           exists (select from users u join user_condo_associations a on a.user_id = u.id
                    where lower(u.email) = lower(x.email) and a.condo_id = x.condo_id
                      and a.apartment_id is not distinct from x.apartment_id
                      and ${isNotOver(day, daysOf('a'))}) as associated
      from unnest(${column('email')}::text[], ${column('condo_id')}::int[], ${column('apartment_id')}::int[])
           with ordinality as x (email, condo_id, apartment_id, ordinal)`;
  return new Map(await answersFor(db, comparable, takenAnswer, statement));
}

const CHECKS: Readonly<Record<BulkType, (purpose: CheckPurpose) => RowCheck>> = {
  condo: createCondoCheck,
  apartment: createApartmentCheck,
  user_invite: createInviteCheck,
  tenancy: createTenancyCheck,
};

interface CheckOptions extends Pick<CheckPurpose, 'day'> {
  reading?: Reading | undefined;
  writing?: boolean;
  changes?: CheckPurpose['changes'] | undefined;
}

/** Creates the checks of an import that need the database. Messages use the file's own headings. */
export function createCheck(
  db: Db,
  type: BulkType,
  { reading, writing = false, changes = [], day }: CheckOptions,
): RowCheck {
  return CHECKS[type]({ db, reject: rejectWith(reading), writing, day, changes });
}
