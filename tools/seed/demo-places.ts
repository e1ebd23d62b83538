import type { condos } from '~/api/db/schema';
import { BUILDING_NAMES, FOREIGN_PLACES, STREETS, SWISS_PLACES, type Place } from './places';
import type { Random } from './random';

export const DEMO_CONDOS = 60;
export const DEMO_APARTMENTS = 600;
const FOREIGN_CONDOS = 14;
const DAY_MS = 24 * 60 * 60_000;

const DESCRIPTIONS = [
  'Quiet location with a view of the lake, five minutes from the station.',
  'Renovated in 2019: new windows, heat pump and solar panels on the roof.',
  'Family-friendly building with a playground, a hobby room and a shared garden.',
  'Listed façade; the stairwell and the lift were modernised in 2021.',
  'Minergie-certified. Underground parking with charging points for every spot.',
  'Laundry rooms in the basement. Bicycle room with its own entrance.\nThe caretaker is on site from Monday to Friday.',
] as const;

type NewCondo = typeof condos.$inferInsert;

/** As the files in images/buildings are named. */
export type HouseKind = 'block' | 'townhouses' | 'terraces' | 'tower' | 'chalet';

export interface DemoCondo {
  row: NewCondo;
  /** Which image it gets. */
  kind: HouseKind;
}

/** Buildings over the last three years or so, two of them this month. Names are all different. */
export function makeCondos(random: Random, now: Date): DemoCondo[] {
  const names = new Set<string>();
  return Array.from({ length: DEMO_CONDOS }, (_, index) => {
    const places = index < DEMO_CONDOS - FOREIGN_CONDOS ? SWISS_PLACES : FOREIGN_PLACES;
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
