import text from './swiss-localities.txt?raw';

/** What a Swiss postcode says of an address; null where it leaves a choice. */
export interface PlaceOfZip {
  city: string;
  /** The canton's code. */
  state: string | null;
}

let places: Map<string, PlaceOfZip> | undefined;

/** The first place of a Swiss postcode and its canton, by the official list of localities (README.md); null for any other text. */
export function placeOfZip(zip: string): PlaceOfZip | null {
  places ??= readPlaces();
  return places.get(zip) ?? null;
}

function readPlaces(): Map<string, PlaceOfZip> {
  const read = new Map<string, PlaceOfZip>();
  for (const line of text.trimEnd().split('\n')) {
    const [zip = '', state = ''] = line.split(' ', 2);
    const [city = ''] = line.slice(zip.length + state.length + 2).split('|');
    // A line for each canton that the postcode lies in.
    const known = read.get(zip);
    read.set(zip, known ? { ...known, state: null } : { city, state });
  }
  return read;
}
