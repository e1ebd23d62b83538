import type { apartments } from '~/api/db/schema';
import { DEMO_APARTMENTS, DEMO_CONDOS, daysThisMonth } from './demo-places';
import type { Random } from './random';

const DAY_MS = 24 * 60 * 60_000;

const NOTES = [
  'South-facing balcony.',
  'Kitchen renewed in 2022.',
  'Pets allowed.',
  'Cellar compartment in the basement.',
  'Maisonette with a fireplace.',
  'Access to the shared roof terrace.',
  'Wheelchair accessible.',
] as const;

type NewApartment = typeof apartments.$inferInsert;

/** The number of apartments of each building: different numbers that add up to the total. */
export function shareApartments(random: Random): number[] {
  const counts: number[] = Array.from({ length: DEMO_CONDOS }, () => 4);
  for (let left = DEMO_APARTMENTS - 4 * DEMO_CONDOS; left > 0; left -= 1) {
    const index = random.int(0, DEMO_CONDOS - 1);
    counts[index] = (counts[index] ?? 0) + 1;
  }
  return counts;
}

/** The apartments of one building, floor by floor: 101, 102 ... 301, or 1A, 1B in smaller houses. */
export function makeApartments(
  random: Random,
  condo: { id: number; created_at: Date },
  count: number,
  now: Date,
): NewApartment[] {
  const perFloor = count > 8 ? random.int(3, 4) : 2;
  const letters = random.chance(0.35);
  let spot = random.int(1, 20);
  return Array.from({ length: count }, (_, index) => {
    const floor = Math.floor(index / perFloor) + 1;
    const position = (index % perFloor) + 1;
    const rooms = random.int(3, 11) / 2;
    const spots = random.chance(0.3) ? 0 : random.chance(0.2) ? 2 : 1;
    const names = Array.from({ length: spots }, () => `P${(spot += 1)}`);
    return {
      condo_id: condo.id,
      apartment_number: letters ? `${floor}${'ABCD'.charAt(position - 1)}` : `${floor}0${position}`,
      floor_number: floor,
      bedrooms: rooms,
      bathrooms: rooms > 4 ? random.pick([1.5, 2, 2.5]) : random.pick([1, 1, 1.5]),
      sqmt: Math.round((rooms * 21 + random.next() * 24 + 8) * 100) / 100,
      parking_spot_number: names.length > 0 ? names.join(',') : 'None',
      notes: random.chance(0.35) ? random.pick(NOTES) : null,
      created_at: createdAfter(random, condo.created_at, now),
    };
  });
}

/** Most apartments come with their building, a few this month. */
function createdAfter(random: Random, built: Date, now: Date): Date {
  const age = random.chance(0.03) ? random.next() * daysThisMonth(now) : null;
  const time =
    age === null ? built.getTime() + random.int(0, 3) * DAY_MS : now.getTime() - age * DAY_MS;
  return new Date(Math.min(now.getTime(), Math.max(time, built.getTime())));
}
