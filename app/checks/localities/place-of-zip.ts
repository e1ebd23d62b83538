import text from './swiss-localities.txt?raw';

/** City and canton of a Swiss postcode; the canton is null if the postcode lies in several. */
export interface PlaceOfZip {
  city: string;
  /** The canton's code. */
  state: string | null;
}

let placesByZip: Map<string, PlaceOfZip> | undefined;

/** First place of a Swiss postcode, by the official list of localities (README.md). Null for other texts. */
export function placeOfZip(zip: string): PlaceOfZip | null {
  placesByZip ??= readPlaces();
  return placesByZip.get(zip) ?? null;
}

function readPlaces(): Map<string, PlaceOfZip> {
  const read = new Map<string, PlaceOfZip>();
  for (const line of text.trimEnd().split('\n')) {
    const [zip = '', state = ''] = line.split(' ', 2);
    const [city = ''] = line.slice(zip.length + state.length + 2).split('|');
    // A line for each canton that the postcode lies in.
    const earlier = read.get(zip);
    read.set(zip, earlier ? { ...earlier, state: null } : { city, state });
  }
  return read;
}
