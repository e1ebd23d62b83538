import { sql } from 'drizzle-orm';
import { z } from '~/contract/zod';
import { keyIndex } from '~/sheets/rows/key-fields';
import type { Db } from '../../db/connect.server';
import type { RowBatch } from '~/sheets/rows/row-batch';
import { CondoReferences } from '~/sheets/rows/condo-references';
import {
  compositeKey,
  foldCase,
  rejectRow,
  SeenRows,
  type HeadingOf,
} from '~/sheets/rows/row-checks';
import type { CheckPurpose, RowCheck } from './check';
import { findCondosIn } from './find-condos.repo';

const EMAIL = keyIndex('user_invite', 'email');
const CONDO = keyIndex('user_invite', 'condo_id');
const APARTMENT = keyIndex('user_invite', 'apartment_id');

const apartmentRows = z.array(
  z.object({ ordinal: z.coerce.number(), id: z.int().nullable(), elsewhere: z.boolean() }),
);
const takenRows = z.array(
  z.object({ ordinal: z.coerce.number(), invited: z.boolean(), associated: z.boolean() }),
);

/**
 * The apartment must belong to the building, and nobody is invited twice to the same apartment or building, or to one
 * they are already associated with.
 */
export function createInviteCheck({ headingOf }: CheckPurpose): RowCheck {
  const seen = new SeenRows();
  const condos = new CondoReferences(headingOf);
  return {
    async check(db, batch) {
      await condos.check(findCondosIn(db), batch, CONDO);
      await checkApartments(db, batch, headingOf);
      const open = batch.rowsWith('email', 'condo_id', 'apartment_id');
      const taken = await findTaken(db, batch, open);
      for (const [index, rowIndex] of open.entries()) {
        const email = batch.keyValue(rowIndex, EMAIL);
        const key = compositeKey(foldCase(email), batch.keyValue(rowIndex, APARTMENT));
        const condo = batch.keyValue(rowIndex, CONDO);
        const first = seen.firstWith(condo, key, batch, rowIndex);
        const why = taken.get(index) ?? (first && `row ${first} invites the same address there`);
        if (why) rejectRow(batch, rowIndex, { name: 'email', headingOf }, email, why);
      }
    },
  };
}

/** An apartment is given by its id, or by its number in the building where that has more than digits. */
async function checkApartments(db: Db, batch: RowBatch, headingOf: HeadingOf): Promise<void> {
  const asked = batch
    .rowsWith('condo_id', 'apartment_id')
    .filter((rowIndex) => batch.keyValue(rowIndex, APARTMENT) !== null);
  if (asked.length === 0) return;
  const references = asked.map((rowIndex) => batch.keyValue(rowIndex, APARTMENT));
  const condoIds = sql.param(asked.map((rowIndex) => batch.keyValue(rowIndex, CONDO)));
  const ids = sql.param(references.map((key) => (typeof key === 'number' ? key : null)));
  const numbers = sql.param(references.map((key) => (typeof key === 'string' ? key : null)));
  const found = await db.execute(sql`
    select x.ordinal, a.id, e.id is not null as elsewhere
      from unnest(${condoIds}::int[], ${ids}::int[], ${numbers}::text[])
           with ordinality as x (condo_id, id, number, ordinal)
      left join apartments e on e.id = x.id
      left join lateral (
        select id from apartments
         where condo_id = x.condo_id
           and (id = x.id or (x.number is not null and number_key = lower(x.number)))
      ) a on true`);
  for (const { ordinal, id, elsewhere } of apartmentRows.parse(found.rows)) {
    const rowIndex = asked[ordinal - 1];
    if (rowIndex === undefined) continue;
    const key = batch.keyValue(rowIndex, APARTMENT);
    if (id !== null) {
      if (typeof key === 'string') batch.setId(rowIndex, 'apartment_id', APARTMENT, id);
      continue;
    }
    const condo = batch.keyValue(rowIndex, CONDO);
    const why = elsewhere
      ? `this apartment is not in building ${condo}`
      : `there is no such apartment in building ${condo}`;
    rejectRow(batch, rowIndex, { name: 'apartment_id', headingOf }, key, why);
  }
}

/** Errors of open rows, by their index among them. */
async function findTaken(
  db: Db,
  batch: RowBatch,
  open: readonly number[],
): Promise<Map<number, string>> {
  const column = (index: number) =>
    sql.param(open.map((rowIndex) => batch.keyValue(rowIndex, index)));
  const found = await db.execute(sql`
    select x.ordinal,
           exists (select from invitations i
                    where i.status = 'pending' and lower(i.email) = lower(x.email)
                      and i.condo_id = x.condo_id
                      and coalesce(i.apartment_id, 0) = coalesce(x.apartment_id, 0)) as invited,
           exists (select from users u join user_condo_associations a on a.user_id = u.id
                    where lower(u.email) = lower(x.email) and a.condo_id = x.condo_id
                      and a.apartment_id is not distinct from x.apartment_id) as associated
      from unnest(${column(EMAIL)}::text[], ${column(CONDO)}::int[], ${column(APARTMENT)}::int[])
           with ordinality as x (email, condo_id, apartment_id, ordinal)`);
  const taken = new Map<number, string>();
  for (const { ordinal, invited, associated } of takenRows.parse(found.rows)) {
    if (invited)
      taken.set(
        ordinal - 1,
        'a pending invitation for this address, building and apartment exists already',
      );
    else if (associated)
      taken.set(ordinal - 1, 'this user is already associated with this building and apartment');
  }
  return taken;
}
