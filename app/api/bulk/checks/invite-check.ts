import { sql } from 'drizzle-orm';
import type { SentenceText } from '~/contract/sentence';
import { z } from '~/contract/zod';
import type { Db } from '../../db/connect.server';
import { CondoReferences } from '~/sheets/rows/condo-references';
import { keyOf, rowsWith, setId, type KeyField, type ReadRow } from '~/sheets/rows/row';
import { compositeKey, foldCase, SeenRows, type RejectRow } from '~/sheets/rows/row-checks';
import type { CheckPurpose, RowCheck } from './check';
import { findCondosIn } from './find-condos.repo';

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
export function createInviteCheck({ db, reject }: CheckPurpose): RowCheck {
  const seen = new SeenRows();
  const condos = new CondoReferences(reject);
  return async (rows) => {
    await condos.check(findCondosIn(db), rows);
    await checkApartments(db, rows, reject);
    const open = rowsWith(rows, 'email', 'condo_id', 'apartment_id');
    const taken = await findTaken(db, open);
    for (const row of open) {
      const place = [keyOf(row, 'condo_id'), keyOf(row, 'apartment_id')];
      const first = seen.firstWith(compositeKey(foldCase(keyOf(row, 'email')), ...place), row);
      const why = taken.get(row) ?? (first && `row ${first} invites the same address there`);
      if (why) reject(row, 'email', why);
    }
  };
}

/** An apartment is given by its id, or by its number in the building where that has more than digits. */
async function checkApartments(db: Db, rows: readonly ReadRow[], reject: RejectRow): Promise<void> {
  const asked = rowsWith(rows, 'condo_id', 'apartment_id').filter(
    (row) => keyOf(row, 'apartment_id') !== null,
  );
  if (asked.length === 0) return;
  const references = asked.map((row) => keyOf(row, 'apartment_id'));
  const condoIds = sql.param(asked.map((row) => keyOf(row, 'condo_id')));
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
    const row = asked[ordinal - 1];
    if (!row) continue;
    const condo = keyOf(row, 'condo_id');
    if (id !== null) setId(row, 'apartment_id', id);
    else if (elsewhere) reject(row, 'apartment_id', `this apartment is not in building ${condo}`);
    else reject(row, 'apartment_id', `there is no such apartment in building ${condo}`);
  }
}

/** Why rows invite somebody who is there or invited already. */
async function findTaken(db: Db, open: readonly ReadRow[]): Promise<Map<ReadRow, SentenceText>> {
  const column = (field: KeyField) => sql.param(open.map((row) => keyOf(row, field)));
  const found = await db.execute(sql`
    select x.ordinal,
           exists (select from invitations i
                    where i.status = 'pending' and lower(i.email) = lower(x.email)
                      and i.condo_id = x.condo_id
                      and coalesce(i.apartment_id, 0) = coalesce(x.apartment_id, 0)) as invited,
           exists (select from users u join user_condo_associations a on a.user_id = u.id
                    where lower(u.email) = lower(x.email) and a.condo_id = x.condo_id
                      and a.apartment_id is not distinct from x.apartment_id) as associated
      from unnest(${column('email')}::text[], ${column('condo_id')}::int[], ${column('apartment_id')}::int[])
           with ordinality as x (email, condo_id, apartment_id, ordinal)`);
  const taken = new Map<ReadRow, SentenceText>();
  for (const { ordinal, invited, associated } of takenRows.parse(found.rows)) {
    const row = open[ordinal - 1];
    if (!row) continue;
    if (invited) {
      taken.set(
        row,
        'a pending invitation for this address, building and apartment exists already',
      );
    } else if (associated)
      taken.set(row, 'this user is already associated with this building and apartment');
  }
  return taken;
}
