import { sql, type SQL } from 'drizzle-orm';
import type { RecordKind } from '~/contract/history';
import { HTTP_CONFLICT } from '~/contract/http-status';
import { z } from '~/contract/zod';
import type { Db } from '../db/connect.server';
import { ApiError } from '../http/api-error';
import { removedRecords, type Removed } from './restore.repo';

/** What can stand in the way of a record that is to be there again; each completes a sentence. */
const REASONS = {
  no_building: 'its building no longer exists',
  no_apartment: 'its apartment no longer exists in this building',
  number_taken: 'its building has another apartment with this number now',
  erased: 'the user has been erased',
  inactive: 'the user is inactive and has to be restored first',
  associated: 'the user is associated with this building and apartment already',
  invited: 'there is a pending invitation for this email, building and apartment already',
} as const;

const found = z.object({
  reason: z.enum([
    'no_building',
    'no_apartment',
    'number_taken',
    'erased',
    'inactive',
    'associated',
    'invited',
  ]),
  name: z.string(),
});

/** @throws ApiError 409 in one sentence for the first of the records that cannot be there again */
export async function assertNoObstacle(db: Db, kind: RecordKind, removed: Removed): Promise<void> {
  const reasonOf = REASON_OF[kind];
  if (!reasonOf) return;
  const { rows } = await db.execute(sql`
    select reason, name
      from (select c.id, c.record_name as name, ${reasonOf} as reason from ${removedRecords(kind, removed)}) t
     where reason is not null order by id limit 1`);
  if (rows[0] === undefined) return;
  const { reason, name } = found.parse(rows[0]);
  throw cannotRestore(name, REASONS[reason]);
}

export function cannotRestore(name: string | null, reason: string): ApiError {
  return new ApiError(HTTP_CONFLICT, `${name ?? 'This'} cannot be restored: ${reason}.`);
}

const noBuilding = sql`when not exists (select from condos k where k.id = r.condo_id) then 'no_building'`;
const noApartment = sql`when r.apartment_id is not null and not exists (
  select from apartments a where a.id = r.apartment_id and a.condo_id = r.condo_id) then 'no_apartment'`;
const sameHome = (other: SQL) => sql`${other}.condo_id = r.condo_id
  and ${other}.apartment_id is not distinct from r.apartment_id`;

/** Per kind: the reason of a removed record `r`, or null. Buildings and people are in nobody's way. */
const REASON_OF: Readonly<Partial<Record<RecordKind, SQL>>> = {
  apartment: sql`case ${noBuilding}
    when exists (select from apartments a where a.condo_id = r.condo_id
                    and a.number_key = lower(r.apartment_number)) then 'number_taken' end`,
  association: sql`case ${noBuilding} ${noApartment}
    when exists (select from users u where u.id = r.user_id and u.erased_at is not null) then 'erased'
    when not exists (select from users u where u.id = r.user_id and u.is_active) then 'inactive'
    when exists (select from user_condo_associations o where o.user_id = r.user_id
                    and ${sameHome(sql`o`)}) then 'associated' end`,
  invitation: sql`case ${noBuilding} ${noApartment}
    when exists (select from invitations o where lower(o.email) = lower(r.email) and o.status = 'pending'
                    and ${sameHome(sql`o`)}) then 'invited'
    when exists (select from user_condo_associations o join users u on u.id = o.user_id
                  where lower(u.email) = lower(r.email) and ${sameHome(sql`o`)}) then 'associated' end`,
};
