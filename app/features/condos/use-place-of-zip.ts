import { useRef } from 'react';
import { lazyModule } from '~/components/feedback/lazy-module';
import { searchText } from '~/contract/search-text';

/** A list of 100 kB. */
const source = lazyModule(() => import('~/lib/localities/place-of-zip'));

/** Switzerland in its languages. */
const COUNTRIES = ['switzerland', 'schweiz', 'suisse', 'svizzera', 'svizra', 'ch', 'che'];

const FIELDS = ['city', 'state'] as const;
type Place = Record<(typeof FIELDS)[number], string>;

interface AddressForm {
  read: () => Place & { zip_code: string; country: string };
  write: (name: keyof Place, text: string) => void;
}

/**
 * Fills city and canton by a Swiss zip code (docs/behaviour.md, "Buildings"): what is empty, or was filled in this way before, and
 * never what was typed. To be called when the zip code or the country has changed.
 */
export function usePlaceOfZip({ read, write }: AddressForm): () => Promise<void> {
  const filled = useRef<Place>({ city: '', state: '' });
  return async () => {
    const zip = read().zip_code.trim();
    if (!/^\d{4}$/.test(zip)) return;
    // Without the list the fields are typed, as those of any other country.
    const list = await source.fetch().catch(() => null);
    const { zip_code, country, ...typed } = read();
    if (!list || zip_code.trim() !== zip) return;
    const place = maybeSwiss(country) ? list.placeOfZip(zip) : null;
    for (const name of FIELDS) {
      if (typed[name].trim() !== '' && typed[name] !== filled.current[name]) continue;
      filled.current[name] = place?.[name] ?? '';
      if (typed[name] !== filled.current[name]) write(name, filled.current[name]);
    }
  };
}

/** A country that is empty, Switzerland or on the way to it. */
function maybeSwiss(country: string): boolean {
  const key = searchText(country).trim();
  return COUNTRIES.some((name) => name.startsWith(key));
}
