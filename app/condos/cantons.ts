import { searchText } from '~/fields/search-text';

/** The Swiss cantons: the letters on plates, then the names in the languages of the canton. */
export const CANTONS = [
  ['AG', 'Aargau'],
  ['AI', 'Appenzell Innerrhoden'],
  ['AR', 'Appenzell Ausserrhoden'],
  ['BE', 'Bern', 'Berne'],
  ['BL', 'Basel-Landschaft'],
  ['BS', 'Basel-Stadt'],
  ['FR', 'Fribourg', 'Freiburg'],
  ['GE', 'Genève', 'Geneva', 'Genf'],
  ['GL', 'Glarus'],
  ['GR', 'Graubünden', 'Grigioni', 'Grischun'],
  ['JU', 'Jura'],
  ['LU', 'Luzern', 'Lucerne'],
  ['NE', 'Neuchâtel', 'Neuenburg'],
  ['NW', 'Nidwalden'],
  ['OW', 'Obwalden'],
  ['SG', 'St. Gallen'],
  ['SH', 'Schaffhausen'],
  ['SO', 'Solothurn'],
  ['SZ', 'Schwyz'],
  ['TG', 'Thurgau'],
  ['TI', 'Ticino', 'Tessin'],
  ['UR', 'Uri'],
  ['VD', 'Vaud', 'Waadt'],
  ['VS', 'Valais', 'Wallis'],
  ['ZG', 'Zug'],
  ['ZH', 'Zürich', 'Zurich'],
] as const;

const compared = CANTONS.map((names) => names.map((name) => searchText(name)));

/** Stored spellings of the canton that this text names, by code or in full. Empty for any other text. */
export function cantonNames(text: string): readonly string[] {
  const key = searchText(text).trim();
  return CANTONS[compared.findIndex((names) => names.includes(key))] ?? [];
}

/** A canton filter as compared (docs/behaviour/condos.md); texts are normalized by searchText(). */
interface CantonFilter {
  /** The stored value is one of these. */
  names: readonly string[];
  /** Or it contains this; null if the filter names a canton, which must match exactly. */
  part: string | null;
}

/** A code or full name selects that canton. Any other text is part of a stored value or a canton's name. */
export function readCantonFilter(text: string): CantonFilter {
  const key = searchText(text).trim();
  const named = compared.find((names) => names.includes(key));
  if (named) return { names: named, part: null };
  const alike = compared.filter((names) => names.some((name) => name.includes(key)));
  return { names: alike.flat(), part: key };
}

export function passesCanton({ names, part }: CantonFilter, stored: string): boolean {
  const key = searchText(stored);
  return names.includes(key) || (part !== null && key.includes(part));
}
