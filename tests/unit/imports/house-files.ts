import type { ReadingJob } from '~/imports/rows/message';
import { readImport } from '../../support/read-rows';

/* Lists of buildings, in four languages. */

export const HEADINGS = 'Name;Adresse;PLZ;Ort;Kanton;Land';
export const houseOf = (at: number) => [
  `Haus ${at}`,
  `Weg ${at}`,
  '8001',
  'Zürich',
  'ZH',
  'Schweiz',
];
export const houses = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => houseOf(from + at).join(';'));

/** The values of `houseOf` as they are read. */
export const readHouse = (at: number) => ({
  name: `Haus ${at}`,
  address: `Weg ${at}`,
  zip_code: '8001',
  city: 'Zürich',
  state: 'ZH',
});

export const readLines = (lines: readonly string[], job?: Partial<ReadingJob>) =>
  readImport('condo', lines.join('\n'), job);

/** The headings of a building in four languages, in the same order. */
export const LANGUAGES = [
  ['Name', 'Adresse', 'PLZ', 'Ort', 'Kanton', 'Land'],
  ['Nom', 'Adresse', 'NPA', 'Localité', 'Canton', 'Pays'],
  ['Nome', 'Indirizzo', 'NAP', 'Località', 'Cantone', 'Paese'],
  ['name', 'address', 'zip_code', 'city', 'state', 'country'],
] as const;
export const PLACES = [0, 1, 2, 3, 4, 5];
/** Spellings of a heading that make no difference. */
export const SPELLINGS: ReadonlyArray<(heading: string) => string> = [
  (heading) => heading,
  (heading) => heading.toUpperCase(),
  (heading) => `${heading}\u00A0`,
  (heading) => `${heading.slice(0, 2)}\u00AD${heading.slice(2)}`,
];
