import { ne } from 'drizzle-orm';
import { apartmentFields } from '~/apartments/fields';
import { condoFields } from '~/condos/fields';
import { imageNames } from '~/condos/server/images';
import type { MediaStore } from '~/platform/media/media-store';
import type { Db } from '~/platform/database/connect.server';
import { recordChange } from '~/platform/database/record-change';
import {
  apartments,
  condos,
  invitations,
  userCondoAssociations,
  users,
} from '~/platform/database/schema/records';
import { makeAssociations, makeInvitations, makeUsers, type StoredCondo } from './demo-people';
import { storeCondoImages } from './demo-images';
import { makeApartments, makeCondos, shareApartments } from './demo-places';
import { demoValues } from './demo-values';
import { createPeople } from './people';
import { createRandom } from './random';

const SEED = 2026;
const SEED_CHANGE = {
  actor: { kind: 'seed', name: 'Demonstration data' },
  action: 'created',
} as const;

/** True if the database is empty except for its administrators. */
export async function isUnused(db: Db): Promise<boolean> {
  const people = await db.$count(users, ne(users.is_superuser, true));
  return people === 0 && (await db.$count(condos)) === 0;
}

/**
 * Fills an empty database with demonstration data, all or nothing: 60 buildings with images, 600
 * apartments, 300 users with a year of registrations up to `now`, 25 pending invitations. The data is the
 * same each time, with times relative to `now`. None of its users can sign in.
 */
export async function seedDemo(db: Db, media: MediaStore, now: Date): Promise<void> {
  const random = createRandom(SEED);
  /** A second random sequence, so that a new field does not change any other values. */
  const others = createRandom(SEED);
  const drafts = makeCondos(random, now);
  const shares = shareApartments(random);
  const images = await storeCondoImages(media, drafts);
  try {
    await recordChange(db, SEED_CHANGE, async (tx) => {
      const rows = drafts.map(({ row }, index) => {
        const known = { ...row, ...images[index], number_of_units: shares[index] ?? 0 };
        return Object.assign(demoValues(condoFields, known, others), known);
      });
      const stored = await tx
        .insert(condos)
        .values(rows)
        .returning({ id: condos.id, created_at: condos.created_at });
      const storedCondos: StoredCondo[] = [];
      for (const [index, condo] of stored.entries()) {
        const known = makeApartments(random, condo, shares[index] ?? 0, now);
        const units = await tx
          .insert(apartments)
          .values(
            known.map((unit) => Object.assign(demoValues(apartmentFields, unit, others), unit)),
          )
          .returning({ id: apartments.id });
        storedCondos.push({ id: condo.id, apartments: units.map(({ id }) => id) });
      }
      const nextPerson = createPeople(random);
      const people = await tx
        .insert(users)
        .values(makeUsers(random, nextPerson, now))
        .returning({ id: users.id, is_active: users.is_active, created_at: users.created_at });
      await tx.insert(userCondoAssociations).values(makeAssociations(random, people, storedCondos));
      await tx.insert(invitations).values(makeInvitations(random, nextPerson, storedCondos, now));
    });
  } catch (error) {
    await Promise.all(images.flatMap(imageNames).map((name) => media.remove(name)));
    throw error;
  }
}
