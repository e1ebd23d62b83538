import type { invitations, userCondoAssociations, users } from '~/platform/database/schema/records';
import { daysThisMonth } from './demo-places';
import type { Person } from './people';
import type { Random } from './random';

const DEMO_USERS = 300;
const DEMO_INVITATIONS = 25;
const INACTIVE_SHARE = 0.05;
const MONTHS = 12;
const DAY_MS = 24 * 60 * 60_000;
const INVITATION_DAYS = 7;

type NewUser = typeof users.$inferInsert & { is_active: boolean; created_at: Date };
type NewAssociation = typeof userCondoAssociations.$inferInsert;
type NewInvitation = typeof invitations.$inferInsert;

/** A building with its apartments' ids, as stored in the database. */
export interface StoredCondo {
  id: number;
  apartments: number[];
}

/** Registrations over twelve months up to now: more each month, with ups and downs. */
export function makeUsers(random: Random, nextPerson: () => Person, now: Date): NewUser[] {
  return Array.from({ length: DEMO_USERS }, () => {
    const created_at = registrationTime(random, now);
    const active = !random.chance(INACTIVE_SHARE);
    const seen = active && random.chance(0.8);
    const sinceThen = now.getTime() - created_at.getTime();
    return {
      ...nextPerson(),
      is_active: active,
      email_verified: random.chance(0.92),
      created_at,
      updated_at: new Date(created_at.getTime() + random.next() * sinceThen * 0.5),
      last_login: seen ? new Date(created_at.getTime() + random.next() * sinceThen) : null,
    };
  });
}

function registrationTime(random: Random, now: Date): Date {
  // The square root favours recent months; the even share keeps the first months from being empty.
  const share = random.chance(0.4) ? random.next() : 1 - Math.sqrt(1 - random.next());
  const monthsAgo = Math.floor(share * MONTHS);
  if (monthsAgo === 0) return new Date(now.getTime() - random.next() * daysThisMonth(now) * DAY_MS);
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1);
  return new Date(start + random.next() * 27 * DAY_MS);
}

/** The associations of active users: one or two homes each, and a manager for every fourth building. */
export function makeAssociations(
  random: Random,
  people: readonly { id: number; is_active: boolean; created_at: Date }[],
  condos: readonly StoredCondo[],
): NewAssociation[] {
  const rows: NewAssociation[] = [];
  const taken = new Set<string>();
  const add = (row: NewAssociation) => {
    const key = `${row.user_id}/${row.condo_id}/${row.apartment_id ?? ''}`;
    if (!taken.has(key)) rows.push(row);
    taken.add(key);
  };
  const active = people.filter((person) => person.is_active);
  for (const [index, { id: user_id, created_at }] of active.entries()) {
    const managed = index % 15 === 0 ? condos[(index / 15) % condos.length] : undefined;
    if (managed)
      add({
        user_id,
        condo_id: managed.id,
        apartment_id: null,
        role: 'building_manager',
        created_at,
      });
    const homes = random.chance(0.85) ? 1 : random.int(2, 3);
    for (let count = 0; count < homes; count += 1) {
      const { id: condo_id, apartments } = random.pick(condos);
      const role = random.chance(0.45) ? 'owner' : 'renter';
      add({ user_id, condo_id, apartment_id: random.pick(apartments), role, created_at });
    }
  }
  return rows;
}

/** Open invitations. The oldest have expired, and one mail was rejected. Links are created only by Resend. */
export function makeInvitations(
  random: Random,
  nextPerson: () => Person,
  condos: readonly StoredCondo[],
  now: Date,
): NewInvitation[] {
  return Array.from({ length: DEMO_INVITATIONS }, (_, index) => {
    const { id: condo_id, apartments } = random.pick(condos);
    const role = random.pick(['renter', 'renter', 'owner', 'building_manager'] as const);
    const created_at = new Date(now.getTime() - (0.05 + index * 0.37) * DAY_MS);
    const failed = index === 4;
    return {
      email: nextPerson().email,
      role,
      condo_id,
      apartment_id: role === 'building_manager' ? null : random.pick(apartments),
      created_at,
      last_sent_at: created_at,
      expires_at: new Date(created_at.getTime() + INVITATION_DAYS * DAY_MS),
      mail_state: failed ? 'failed' : 'sent',
      mail_detail: failed ? 'The receiving server rejected the address.' : null,
      mail_updated_at: created_at,
    };
  });
}
