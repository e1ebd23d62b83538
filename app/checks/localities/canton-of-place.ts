import { searchText } from '~/fields/search-text';
import text from './swiss-localities.txt?raw';

/** Places by postcode, with their canton. */
let lines: Map<string, Array<readonly [canton: string, places: string]>> | undefined;

/**
 * The canton of a Swiss postcode and one of its places; null if they do not belong together. A canton
 * behind a place's name ("Roveredo GR") is ignored, since the list has the names without it.
 */
export function cantonOfPlace(zip: string, city: string): string | null {
  lines ??= readLines();
  const [, place = city, said] = /^(.+) ([A-Z]{2})$/.exec(city.trim()) ?? [];
  const name = `|${comparable(place)}`;
  if (name.length < 3) return null;
  const cantons = (lines.get(zip.trim()) ?? []).filter(
    ([canton, places]) => places.includes(name) && (said === undefined || said === canton),
  );
  return cantons.length === 1 ? (cantons[0]?.[0] ?? null) : null;
}

function readLines() {
  const read: NonNullable<typeof lines> = new Map();
  for (const line of text.trimEnd().split('\n')) {
    const [zip = '', canton = ''] = line.split(' ', 2);
    const places = line.slice(zip.length + canton.length + 2).split('|');
    const known = read.get(zip) ?? [];
    known.push([canton, `|${places.map(comparable).join('|')}`]);
    read.set(zip, known);
  }
  return read;
}

function comparable(name: string): string {
  return searchText(name).replaceAll(/[^\p{L}\p{N}]+/gu, '');
}
