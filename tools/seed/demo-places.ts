import type { apartments, condos } from '~/platform/database/schema/records';
import { BUILDING_NAMES, PLACES_ABROAD, STREETS, SWISS_PLACES, type Place } from './places';
import type { Random } from './random';

const DEMO_CONDOS = 60;
const DEMO_APARTMENTS = 600;
const CONDOS_ABROAD = 14;
const DAY_MS = 24 * 60 * 60_000;

const DESCRIPTIONS = [
  'Quiet location with a view of the lake, five minutes from the station.',
  'Renovated in 2019: new windows, heat pump and solar panels on the roof.',
  'Family-friendly building with a playground, a hobby room and a shared garden.',
  'Listed façade; the stairwell and the lift were modernised in 2021.',
  'Minergie-certified. Underground parking with charging points for every spot.',
  'Laundry rooms in the basement. Bicycle room with its own entrance.\nThe caretaker is on site from Monday to Friday.',
] as const;

const NOTES = [
  'South-facing balcony.',
  'Kitchen renewed in 2022.',
  'Pets allowed.',
  'Cellar compartment in the basement.',
  'Maisonette with a fireplace.',
  'Access to the shared roof terrace.',
  'Wheelchair accessible.',
] as const;

type NewCondo = typeof condos.$inferInsert;
type NewApartment = typeof apartments.$inferInsert;

/** Kinds of houses, as in the names of the files in images/buildings. */
export type HouseKind = 'block' | 'townhouses' | 'terraces' | 'tower' | 'chalet';

export interface DemoCondo {
  row: NewCondo;
  /** Kind of image to pick. */
  kind: HouseKind;
}

/** Buildings of about the last three years, two of them of this month. All names differ. */
export function makeCondos(random: Random, now: Date): DemoCondo[] {
  const names = new Set<string>();
  return Array.from({ length: DEMO_CONDOS }, (_, index) => {
    const places = index < DEMO_CONDOS - CONDOS_ABROAD ? SWISS_PLACES : PLACES_ABROAD;
    const place = places[index % places.length] ?? random.pick(places);
    const address = makeAddress(random, place);
    const name = makeName(random, place, address, names);
    const age = index % 20 === 7 ? random.next() * daysThisMonth(now) : random.int(32, 1100);
    return {
      kind: pickKind(random, place),
      row: {
        name,
        address,
        city: place.city,
        zip_code: place.zip,
        state: place.state,
        country: place.country,
        website: random.chance(0.6) ? `https://${toSlug(name)}.example.com` : null,
        description: random.chance(0.85) ? random.pick(DESCRIPTIONS) : null,
        date_built: `${random.int(1898, 2022)}-${twoDigits(random.int(1, 12))}-${twoDigits(random.int(1, 28))}`,
        created_at: new Date(now.getTime() - age * DAY_MS),
      },
    };
  });
}

/** Days since this month began, in UTC; newer records count as new in the statistics. */
export function daysThisMonth(now: Date): number {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1);
  return (now.getTime() - start) / DAY_MS;
}

function makeAddress(random: Random, { language, zip, city }: Place): string {
  const street = random.pick(STREETS[language]);
  const number = `${random.int(1, 148)}${random.chance(0.15) ? random.pick(['a', 'b', 'c']) : ''}`;
  const line =
    language === 'fr' && random.chance(0.3) ? `${number}, ${street}` : `${street} ${number}`;
  return random.chance(0.2) ? `${line}\n${zip} ${city}` : line;
}

/** Some buildings are named by the first line of their address, as the form's label suggests. */
function makeName(random: Random, place: Place, address: string, taken: Set<string>): string {
  const [firstLine = address] = address.split('\n');
  let name = random.chance(0.2) ? firstLine : random.pick(BUILDING_NAMES[place.language]);
  if (taken.has(name)) name = `${name} ${place.city}`;
  for (let count = 2; taken.has(name); count += 1) name = `${name.replace(/ \d+$/, '')} ${count}`;
  taken.add(name);
  return name;
}

function pickKind(random: Random, { city, language }: Place): HouseKind {
  if (['Zermatt', 'Interlaken', 'Schwyz', 'Bulle', 'Innsbruck'].includes(city)) return 'chalet';
  if (language === 'it') return random.pick(['block', 'townhouses', 'terraces'] as const);
  return random.pick(['block', 'block', 'townhouses', 'townhouses', 'terraces', 'tower'] as const);
}

function toSlug(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

const twoDigits = (value: number) => String(value).padStart(2, '0');

/** The number of apartments of each building: different numbers with a given sum. */
export function shareApartments(random: Random): number[] {
  const counts: number[] = Array.from({ length: DEMO_CONDOS }, () => 4);
  for (let remaining = DEMO_APARTMENTS - 4 * DEMO_CONDOS; remaining > 0; remaining -= 1) {
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

/** Time when an apartment was entered: mostly with its building, for a few in this month. */
function createdAfter(random: Random, built: Date, now: Date): Date {
  const age = random.chance(0.03) ? random.next() * daysThisMonth(now) : null;
  const time =
    age === null ? built.getTime() + random.int(0, 3) * DAY_MS : now.getTime() - age * DAY_MS;
  return new Date(Math.min(now.getTime(), Math.max(time, built.getTime())));
}
