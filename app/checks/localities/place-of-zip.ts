import text from './swiss-localities.txt?raw';

/** The places of a Swiss postcode, and its canton. */
export interface PlaceOfZip {
  cities: readonly string[];
  /** Code of the canton; null if the postcode lies in several. */
  state: string | null;
}

let placesByZip: Map<string, PlaceOfZip> | undefined;

/** The places of a Swiss postcode, by the official list of localities (README.md). Null for other texts. */
export function placeOfZip(zip: string): PlaceOfZip | null {
  placesByZip ??= readPlaces();
  return placesByZip.get(zip) ?? null;
}

function readPlaces(): Map<string, PlaceOfZip> {
  const read = new Map<string, PlaceOfZip>();
  for (const line of text.trimEnd().split('\n')) {
    const [zip = '', state = ''] = line.split(' ', 2);
    // The list has one line for each canton that the postcode lies in.
    const earlier = read.get(zip);
    const [localities = ''] = line.slice(zip.length + state.length + 2).split('||');
    const cities = [...(earlier?.cities ?? []), ...localities.split('|')];
    read.set(zip, { cities: withoutSpellings(cities), state: earlier ? null : state });
  }
  return read;
}

/** Returns each place once: "Biel/Bienne" without "Biel" and "Bienne", which the list also contains. */
function withoutSpellings(cities: readonly string[]): string[] {
  const parts = new Set(
    cities.filter((city) => city.includes('/')).flatMap((city) => city.split('/')),
  );
  return [...new Set(cities)].filter((city) => !parts.has(city));
}
