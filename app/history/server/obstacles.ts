import { sql, type SQL } from 'drizzle-orm';
import { namesOf } from '~/fields/fields';
import type { RecordKind } from '~/history/schema';
import type { PlainCode } from '~/language/sentence';
import { z } from '~/fields/zod';
import type { Db } from '~/platform/database/connect.server';
import { historyChanges } from '~/platform/database/schema/history';
import { intArray } from '~/platform/database/sql';
import { daysOf, isNotOver, overlap } from '~/users/server/tenancies.repo';
import { tableOf, targetRecords, type TargetValues } from './records.repo';

/* Obstacles to a restore (docs/behaviour/history.md) and to the undo of an import. */

/**
 * Texts of an obstacle for each action: for a restore (part of a sentence), for earlier values, and for the
 * undo of an import.
 */
interface ObstacleTexts {
  restore: PlainCode;
  values?: PlainCode;
  undo?: PlainCode;
}

const TEXTS = {
  no_building: {
    restore: 'its_building_gone',
    values: 'building_gone',
    undo: 'former_building_gone',
  },
  number_taken: {
    restore: 'its_number_taken',
    values: 'number_taken_now',
    undo: 'former_number_taken',
  },
  no_apartment: { restore: 'its_apartment_gone' },
  email_taken: { restore: 'user_email_taken' },
  erased: { restore: 'user_erased', values: 'person_erased', undo: 'person_erased' },
  inactive: { restore: 'user_inactive', values: 'person_inactive', undo: 'person_inactive' },
  reversed: { restore: 'until_before_since', values: 'until_before_since' },
  associated: {
    restore: 'user_associated',
    values: 'tenancy_overlaps',
    undo: 'tenancy_overlaps',
  },
  invited: { restore: 'user_invited' },
} as const satisfies Record<string, ObstacleTexts>;
export const OBSTACLES: Readonly<Record<keyof typeof TEXTS, ObstacleTexts>> = TEXTS;

const obstacle = z.object({
  id: z.int(),
  name: z.string().nullable(),
  reason: z.enum(namesOf(TEXTS)),
});

/**
 * Finds the records that cannot get the target values, in the same order, each with the first reason. `day`
 * is today: an association that has ended blocks fewer others than a current one.
 */
export async function findObstacles(
  db: Db,
  kind: RecordKind,
  target: TargetValues,
  day = '-infinity',
) {
  const reasonOf = REASON_OF[kind]?.(day);
  if (!reasonOf) return [];
  const { rows } = await db.execute(sql`
    with target as materialized (${target})
    select id, name, reason
      from (select w.place, w.id, w.name, ${reasonOf} as reason
              from ${targetRecords(kind, sql`select * from target`)}) checked
     where reason is not null order by place`);
  return rows.map((row) => obstacle.parse(row));
}

const noBuilding = sql`when not exists (select from condos k where k.id = r.condo_id) then 'no_building'`;
const noApartment = sql`when r.apartment_id is not null and not exists (
  select from apartments a where a.id = r.apartment_id and a.condo_id = r.condo_id) then 'no_apartment'`;
const sameHome = (other: SQL) => sql`${other}.condo_id = r.condo_id
  and ${other}.apartment_id is not distinct from r.apartment_id`;

/** SQL: the time of `r` overlaps that of another target of the same person, home and role. */
const others = sql`partition by r.user_id, r.condo_id, r.apartment_id, r.role
  order by r.since nulls first, w.place rows`;
const overlapsTarget = sql`(
  max(coalesce(r.until, 'infinity')) over (${others} between unbounded preceding and 1 preceding)
    >= coalesce(r.since, '-infinity')
  or min(coalesce(r.since, '-infinity')) over (${others} between 1 following and unbounded following)
    <= coalesce(r.until, 'infinity'))`;

/** SQL per kind: the reason for a record `r`, or null. Buildings have no obstacles. */
const REASON_OF: Readonly<Partial<Record<RecordKind, (day: string) => SQL>>> = {
  // A number is also free if its present apartment gets a new one. Of several targets with one number only
  // the first gets it.
  apartment: () => sql`case ${noBuilding}
    when row_number() over (partition by r.condo_id, lower(r.apartment_number) order by w.place) > 1
      or exists (select from apartments a where a.condo_id = r.condo_id
                    and a.number_key = lower(r.apartment_number)
                    and a.id not in (select id from target)) then 'number_taken' end`,
  user: () => sql`case when t.id is null and exists (
    select from users o where lower(o.email) = lower(r.email)) then 'email_taken' end`,
  association: (day) => sql`case ${noBuilding} ${noApartment}
    when exists (select from users u where u.id = r.user_id and u.erased_at is not null) then 'erased'
    when not exists (select from users u where u.id = r.user_id and u.is_active)
     and ${isNotOver(day, daysOf('r'))} then 'inactive'
    when r.since > r.until then 'reversed'
    when ${overlapsTarget}
      or exists (select from user_condo_associations o where o.user_id = r.user_id
                    and o.id not in (select id from target) and o.role = r.role and ${sameHome(sql`o`)}
                    and ${overlap(daysOf('o'), daysOf('r'))}) then 'associated' end`,
  // An invitation with a person's id creates that person's account, so the person may live there already.
  invitation: (day) => sql`case ${noBuilding} ${noApartment}
    when exists (select from invitations o where o.status = 'pending' and ${sameHome(sql`o`)}
                    and (lower(o.email) = lower(r.email)
                      or coalesce(o.email, r.email) is null and o.user_id = r.user_id)) then 'invited'
    when exists (select from user_condo_associations o join users u on u.id = o.user_id
                  where lower(u.email) = lower(r.email) and u.id is distinct from r.user_id
                    and ${sameHome(sql`o`)} and ${isNotOver(day, daysOf('o'))}) then 'associated' end`,
};

/** An import writes the same time in both columns. A later change updates only updated_at. */
const isChanged: readonly [SQL, PlainCode] = [sql`t.updated_at <> t.created_at`, 'changed_since'];
const exist = (table: string, condition: SQL) =>
  sql`exists (select from ${sql.identifier(table)} o where ${condition})`;
const ofBuilding = sql`o.condo_id = t.id`;
const ofApartment = sql`o.condo_id = t.condo_id and o.apartment_id = t.id`;

/**
 * Per kind of record: events after its import that an undo gives as its reason to keep `t`. After the first
 * event in a list the record is never removed; after the others, if the administrator chooses it.
 */
const SINCE_IMPORT = {
  condo: [
    [exist('user_condo_associations', ofBuilding), 'has_people'],
    [exist('apartments', ofBuilding), 'has_apartments'],
    [exist('invitations', ofBuilding), 'has_invitations'],
    [sql`num_nonnulls(t.image_name, t.flag_name, t.country_flag_name) > 0`, 'has_images'],
    isChanged,
  ],
  apartment: [
    [exist('user_condo_associations', ofApartment), 'has_people'],
    [exist('invitations', ofApartment), 'has_invitations'],
    isChanged,
  ],
  invitation: [
    [sql`t.status <> 'pending'`, 'accepted_since'],
    [sql`t.last_sent_at <> t.created_at`, 'sent_since'],
  ],
  association: [
    [sql`false`, 'person_in_use'],
    [
      sql`exists (select from ${historyChanges} c where c.record_kind = 'association'
                   and c.record_id = t.id and c.what = 'changed')`,
      'changed_since',
    ],
  ],
  // Associations are undone before their people.
  user: [
    [
      sql`num_nonnulls(t.last_login, t.password_hash, t.erased_at, t.merged_into) > 0 or t.is_superuser
        or ${exist('users', sql`o.merged_into = t.id`)}
        or ${exist('user_condo_associations', sql`o.user_id = t.id`)}
        or ${exist('invitations', sql`o.user_id = t.id or lower(o.email) = lower(t.email)`)}`,
      'person_in_use',
    ],
    isChanged,
  ],
} satisfies Partial<Record<RecordKind, ReadonlyArray<readonly [SQL, PlainCode]>>>;
export type ImportedKind = keyof typeof SINCE_IMPORT;

/**
 * SQL of existing records: id, name, `reason` (null if unchanged), `removable` (no other record depends on
 * it).
 */
export function sinceImport(kind: ImportedKind, ids: readonly number[]): SQL {
  const events: ReadonlyArray<readonly [SQL, PlainCode]> = SINCE_IMPORT[kind];
  const cases = events.map(([happened], index) => sql`when ${happened} then ${index + 1}::int`);
  const reasons = events.map(([, reason]) => reason);
  return sql`
    select id, history_name(${kind}, id) as name, event is distinct from 1 as removable,
           (${sql.param(reasons)}::text[])[event] as reason
      from (select t.id, case ${sql.join(cases, sql` `)} end as event
              from ${tableOf(kind)} t where t.id = any(${intArray(ids)})) checked`;
}
