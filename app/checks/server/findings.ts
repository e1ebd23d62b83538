import { sql, type SQL } from 'drizzle-orm';
import { addDays } from '~/fields/calendar-day';
import { MOVE_DAYS, OLD_INVITATION_DAYS, STATE_LABELS, type FindingKind } from '~/checks/schema';
import { daysOf, isCurrent, isNotOver, isResident } from '~/users/server/tenancies.repo';
import { swissLocalities } from './localities';
import { movesBetween } from './moves.repo';
import {
  apartments,
  condos,
  invitationLinks,
  invitations,
  userCondoAssociations,
  users,
} from '~/platform/database/schema/records';

/** Number of records of a group of duplicates that are listed by name. */
const NAMED_LIMIT = 20;

/** A state with its values, as an SQL text. */
function stateOf(label: string, ...values: SQL[]): SQL {
  const parts = label.split(/\{\d\}/).map((part) => sql`${part}::text`);
  return sql.join(
    parts.flatMap((part, index) => [part, values[index] ?? []].flat()),
    sql` || `,
  );
}

const named = sql.raw(String(NAMED_LIMIT));
/** The ids of a group of duplicates; a mark says that there are more. */
const more = sql`case when count(*) > ${named} then ' ' || ${stateOf(STATE_LABELS.more, sql`count(*) - ${named}`)} else '' end`;
const listOf = (values: SQL) => sql`array_to_string((array_agg(${values}))[1:${named}], ',')`;
const sameIds = sql`${listOf(sql`id order by id`)} || ${more}`;

/** Values as an array for unnest(). */
const texts = (values: readonly string[]) => sql`${sql.param(values)}::text[]`;

const DAY_MS = 24 * 60 * 60_000;

const inSwitzerland = sql`lower(btrim(country)) in ('ch', 'che', 'switzerland', 'schweiz', 'suisse', 'svizzera', 'svizra')`;

/** Time of a check, and the calendar day at that time. */
export interface At {
  now: Date;
  day: string;
}

/** True for an invitation with a letter that is still valid. */
const hasLetter = sql`exists (select from ${invitationLinks} l
  where l.invitation_id = i.id and l.kind = 'letter' and l.replaced_at is null)`;

/**
 * True if the link or letter of an invitation has expired. An invitation that was never mailed has no link.
 */
const isExpired = (now: Date) =>
  sql`((i.mail_state <> 'none' or ${hasLetter}) and i.expires_at <= ${now.toISOString()}::timestamptz)`;

/**
 * Apartments with people of one role whose times overlap. At least one of each pair has a first day: rows
 * from before days were stored do not say who came when. A person cannot overlap with themselves
 * (`associations_once`).
 */
const sharedBy = (role: 'owner' | 'renter') => sql`
    select a.apartment_id as record_id,
           ${listOf(sql`user_id order by user_id, since, id`)} || ' '
             || ${listOf(sql`coalesce(since::text, '') || '/' || coalesce(until::text, '') order by user_id, since, id`)}
             || ${more} as state
      from ${userCondoAssociations} a
     where a.role = ${role}
       and exists (select from ${userCondoAssociations} b
                    where b.apartment_id = a.apartment_id and b.role = ${role} and b.id <> a.id
                      and coalesce(a.since, b.since) is not null
                      and coalesce(a.since <= b.until, true) and coalesce(b.since <= a.until, true))
     group by a.apartment_id`;

/**
 * True for a renter, and for an owner of an apartment without a renter: an owner who has let it does not
 * live there. An owner who has yet to come is compared on their first day.
 */
const livesThere = (alias: string, day: string) => {
  const one = sql.identifier(alias);
  return sql`(${one}.role = 'renter' or ${one}.role = 'owner' and not exists (
      select from ${userCondoAssociations} t
       where t.apartment_id = ${one}.apartment_id and t.role = 'renter'
         and ${isCurrent(sql`greatest(${one}.since, ${day}::date)`, daysOf('t'))}))`;
};

/** Each association once: by its last move, or for coming moves by its next. */
const movesOf = (moves: SQL, isPast: boolean) => sql`
    select distinct on (id) id as record_id,
           case when is_in then ${stateOf(isPast ? STATE_LABELS.movedIn : STATE_LABELS.movesIn, sql`day`)}
                else ${stateOf(isPast ? STATE_LABELS.movedOut : STATE_LABELS.movesOut, sql`day`)} end as state
      from (${moves}) m ${isPast ? sql`where not is_reported order by id, day desc` : sql`order by id, day`}`;

/** SQL of each kind's findings: record_id and state. A finding with another state is a new one. */
export const FINDINGS: Readonly<Record<FindingKind, (at: At) => SQL>> = {
  unit_count: () => sql`
    select c.id as record_id, ${stateOf(STATE_LABELS.units, sql`c.number_of_units`, sql`coalesce(a.entered, 0)`)} as state
      from ${condos} c
      left join (select condo_id, count(*) as entered from ${apartments} group by condo_id) a on a.condo_id = c.id
     where c.number_of_units <> coalesce(a.entered, 0)`,
  empty_apartment: ({ day }) => sql`
    select a.id as record_id, ${STATE_LABELS.noResident} as state from ${apartments} a
     where not exists (select from ${userCondoAssociations} r
                        where r.apartment_id = a.id and ${isResident('r')} and ${isCurrent(day, daysOf('r'))})`,
  building_without_manager: ({ day }) => sql`
    select c.id as record_id, ${STATE_LABELS.noManager} as state from ${condos} c
     where not exists (select from ${userCondoAssociations} r
                        where r.condo_id = c.id and r.role = 'building_manager' and ${isCurrent(day, daysOf('r'))})`,
  person_without_association: ({ day }) => sql`
    select u.id as record_id, ${STATE_LABELS.noAssociation} as state from ${users} u
     where u.is_active and not u.is_superuser
       and not exists (select from ${userCondoAssociations} r
                        where r.user_id = u.id and ${isNotOver(day, daysOf('r'))})`,
  open_invitation: ({ now }) => sql`
    select i.id as record_id,
           case when i.mail_state = 'failed' then ${STATE_LABELS.mailFailed}
                when ${isExpired(now)} then ${STATE_LABELS.expired}
                else ${stateOf(STATE_LABELS.old, sql`${String(OLD_INVITATION_DAYS)}`)} end as state
      from ${invitations} i
     where i.status = 'pending'
       and (i.mail_state = 'failed' or ${isExpired(now)}
            or i.created_at < ${new Date(now.getTime() - OLD_INVITATION_DAYS * DAY_MS).toISOString()}::timestamptz)`,
  duplicate_address: () => sql`
    with equal as (
      select unnest(array_agg(id)) as id from ${condos}
       group by address_match having count(*) > 1)
    select min(id) as record_id, ${sameIds} as state from equal join ${condos} using (id)
     group by address_match, trim(regexp_replace(address, '[^0-9]+', ' ', 'g')) having count(*) > 1`,
  duplicate_person: () => sql`
    select min(id) as record_id, ${sameIds} as state from ${users}
     where is_active and name_match is not null group by name_match having count(*) > 1`,
  place_mismatch: () => {
    const { zips, places, cantons } = swissLocalities();
    // Unknown postcodes, places and cantons are not reported. Distinct places are compared, as many
    // buildings share few places.
    return sql`
    with entered as materialized (
      select distinct zip_code, city, state from ${condos} where ${inSwitzerland}
    ), compared as materialized (
      select e.*, z.zip, z.shown, p.cantons,
             p.name is not null and z.places not like '% ' || p.name || ' %' as other_place,
             z.cantons not like '%' || k.canton || '%' as other_zip_canton,
             coalesce(z.places not like '% ' || p.name || ' %', true)
               and p.cantons not like '%' || k.canton || '%' as other_place_canton
        from entered e
        left join unnest(${texts(zips.zip)}, ${texts(zips.cantons)}, ${texts(zips.places)}, ${texts(zips.shown)})
               as z (zip, cantons, places, shown) on z.zip = ltrim(match_text(e.zip_code), 'ch0')
        left join unnest(${texts(places.name)}, ${texts(places.cantons)}) as p (name, cantons) on p.name = match_text(e.city)
        left join unnest(${texts(cantons.name)}, ${texts(cantons.canton)}) as k (name, canton) on k.name = match_text(e.state)
    )
    select c.id as record_id,
           case when w.zip is not null then ${stateOf(STATE_LABELS.zipElsewhere, sql`w.zip`, sql`w.shown`, sql`c.city`, sql`c.state`)}
                else ${stateOf(STATE_LABELS.cityElsewhere, sql`c.city`, sql`w.cantons`, sql`c.state`)} end as state
      from compared w
      join ${condos} c on c.zip_code = w.zip_code and c.city = w.city and c.state = w.state and ${inSwitzerland}
     where w.other_place or w.other_zip_canton or w.other_place_canton`;
  },
  missing_image: () => sql`
    select c.id as record_id, ${STATE_LABELS.noImage} as state from ${condos} c where c.image_name is null`,
  several_owners: () => sharedBy('owner'),
  several_renters: () => sharedBy('renter'),
  unreported_move: ({ day }) => movesOf(movesBetween(addDays(day, -MOVE_DAYS), day), true),
  coming_move: ({ day }) => movesOf(movesBetween(addDays(day, 1), addDays(day, MOVE_DAYS)), false),
  coming_vacancy: ({ day }) => sql`
    select r.apartment_id as record_id, ${stateOf(STATE_LABELS.vacantAfter, sql`max(r.until)`)} as state
      from ${userCondoAssociations} r
     where ${livesThere('r', day)} and ${isNotOver(day, daysOf('r'))}
     group by r.apartment_id
    having max(coalesce(r.until, 'infinity')) <= ${addDays(day, MOVE_DAYS)}::date
       and bool_or(${isCurrent(day, daysOf('r'))})`,
};

const NO_CURE = sql`select null::int as record_id, null::text as email, null::timestamptz as at where false`;

/**
 * The newest invitation that would resolve each finding of this kind, as long as its link or letter works.
 */
export function invitationsFor(kind: FindingKind, { now, day }: At): SQL {
  const cure = CURES[kind];
  if (!cure) return NO_CURE;
  return sql`
    select distinct on (record_id) record_id, email, at
      from (select ${cure.record} as record_id, coalesce(i.email, history_name('user', i.user_id)) as email, i.last_sent_at as at
              from ${invitations} i ${cure.where(day)}
               and i.status = 'pending' and (i.mail_state in ('queued', 'sent') or ${hasLetter})
               and i.expires_at > ${now.toISOString()}::timestamptz) cure
     order by record_id, at desc`;
}

interface Cure {
  record: SQL;
  where: (day: string) => SQL;
}

const invitedTo = (isCure: (alias: string, day: string) => SQL): Cure => ({
  record: sql`i.apartment_id`,
  where: (day) => sql`where i.apartment_id is not null and ${isCure('i', day)}`,
});

const CURES: Readonly<Partial<Record<FindingKind, Cure>>> = {
  empty_apartment: invitedTo(isResident),
  coming_vacancy: invitedTo(livesThere),
  building_without_manager: {
    record: sql`i.condo_id`,
    where: () => sql`where i.role = 'building_manager'`,
  },
  person_without_association: {
    record: sql`u.id`,
    // An invitation of a person without an e-mail address names them.
    where: () => sql`join ${users} u on u.id = coalesce(i.user_id,
      (select p.id from ${users} p where lower(p.email) = lower(i.email))) where u.is_active`,
  },
};
