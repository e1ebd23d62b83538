import { sql, type SQL } from 'drizzle-orm';
import type { RecordKind } from '~/contract/history';
import { z } from '~/contract/zod';
import type { Db } from '../db/connect.server';
import { wantedRecords, type Wanted } from './records.repo';

/*
 * What stands in the way of a record that is to be there again or to have earlier values (docs/behaviour.md, "Restore"),
 * and of one that is to be removed as its import is undone.
 */

const REASONS = [
  'no_building',
  'no_apartment',
  'number_taken',
  'erased',
  'inactive',
  'associated',
  'invited',
] as const;

/** The words of a restore, which complete a sentence; of earlier values; and of an import's undo. */
interface ObstacleTexts {
  restore: string;
  values?: string;
  undo?: string;
}

export const OBSTACLES: Readonly<Record<(typeof REASONS)[number], ObstacleTexts>> = {
  no_building: {
    restore: 'its building no longer exists',
    values: 'The building that the apartment belonged to no longer exists.',
    undo: 'Its former building was deleted',
  },
  number_taken: {
    restore: 'its building has another apartment with this number now',
    values: 'The building has another apartment with this number now.',
    undo: 'Another apartment has its former number',
  },
  no_apartment: { restore: 'its apartment no longer exists in this building' },
  erased: { restore: 'the user has been erased' },
  inactive: { restore: 'the user is inactive and has to be restored first' },
  associated: { restore: 'the user is associated with this building and apartment already' },
  invited: {
    restore: 'there is a pending invitation for this email, building and apartment already',
  },
};

const obstacles = z.array(
  z.object({ id: z.int(), name: z.string().nullable(), reason: z.enum(REASONS) }),
);

/** The records that cannot become what is wanted, in its order, each with the first reason. */
export async function findObstacles(db: Db, kind: RecordKind, wanted: Wanted) {
  const reasonOf = REASON_OF[kind];
  if (!reasonOf) return [];
  const { rows } = await db.execute(sql`
    with wanted as materialized (${wanted})
    select id, name, reason
      from (select w.place, w.id, w.name, ${reasonOf} as reason
              from ${wantedRecords(kind, sql`select * from wanted`)}) found
     where reason is not null order by place`);
  return obstacles.parse(rows);
}

const noBuilding = sql`when not exists (select from condos k where k.id = r.condo_id) then 'no_building'`;
const noApartment = sql`when r.apartment_id is not null and not exists (
  select from apartments a where a.id = r.apartment_id and a.condo_id = r.condo_id) then 'no_apartment'`;
const sameHome = (other: SQL) => sql`${other}.condo_id = r.condo_id
  and ${other}.apartment_id is not distinct from r.apartment_id`;

/** Per kind: the reason of a record `r`, or null. Buildings and people are in nobody's way, nor is what exists. */
const REASON_OF: Readonly<Partial<Record<RecordKind, SQL>>> = {
  // The number of one that is wanted as well is free, but for the second that wants it.
  apartment: sql`case ${noBuilding}
    when row_number() over (partition by r.condo_id, lower(r.apartment_number) order by w.place) > 1
      or exists (select from apartments a where a.condo_id = r.condo_id
                    and a.number_key = lower(r.apartment_number)
                    and a.id not in (select id from wanted)) then 'number_taken' end`,
  association: sql`case when t.id is not null then null ${noBuilding} ${noApartment}
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

/** What an import writes has one time in both columns; any change since then another one in updated_at. */
const CHANGED = 'It was changed after the import';

/**
 * Per kind that imports create: those of the records `ids` that still exist, as id, name, `reason` (what has changed since
 * the import; null: nothing) and `removable` (false: people depend on it).
 */
export const REMOVALS = {
  condo: (ids: SQL) => sql`
    select id, name, not has_users as removable,
           case when has_users then 'Users are associated with it'
                when has_apartments then 'It now has apartments'
                when has_invitations then 'It now has invitations'
                when has_images then 'It now has images'
                when is_changed then ${CHANGED}
           end as reason
      from (select id, name, updated_at <> created_at as is_changed,
                   num_nonnulls(image_name, flag_name, country_flag_name) > 0 as has_images,
                   exists (select from user_condo_associations u where u.condo_id = c.id) as has_users,
                   exists (select from apartments a where a.condo_id = c.id) as has_apartments,
                   exists (select from invitations i where i.condo_id = c.id) as has_invitations
              from condos c where id = any(${ids})) t`,
  apartment: (ids: SQL) => sql`
    select id, name, not has_users as removable,
           case when has_users then 'Users are associated with it'
                when has_invitations then 'It now has invitations'
                when is_changed then ${CHANGED}
           end as reason
      from (select a.id, a.apartment_number || ', ' || c.name as name,
                   a.updated_at <> a.created_at as is_changed,
                   exists (select from user_condo_associations u
                            where u.condo_id = a.condo_id and u.apartment_id = a.id) as has_users,
                   exists (select from invitations i
                            where i.condo_id = a.condo_id and i.apartment_id = a.id) as has_invitations
              from apartments a join condos c on c.id = a.condo_id
             where a.id = any(${ids})) t`,
  invitation: (ids: SQL) => sql`
    select id, email as name, status = 'pending' as removable,
           case when status <> 'pending' then 'The invitation was accepted'
                when last_sent_at <> created_at then 'It was sent again after the import'
           end as reason
      from invitations where id = any(${ids})`,
} as const satisfies Partial<Record<RecordKind, (ids: SQL) => SQL>>;
