import {
  findForms,
  findText,
  findWords,
  hasWords,
  umlautsInFull,
  type FindWords,
} from '~/fields/search-text';

/** Switzerland in its languages, as searchText() has it. */
export const SWITZERLAND = ['switzerland', 'schweiz', 'suisse', 'svizzera', 'svizra', 'ch', 'che'];

/** The Swiss cantons: the letters on plates, then the names that are suggested. */
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

/** Names in the other languages of the country, in English, and in short. */
const OTHER_NAMES: Readonly<Record<(typeof CANTONS)[number][0], string>> = {
  AG: 'Argovie|Argovia',
  AI: 'Innerrhoden|Appenzell I.Rh.|Appenzell Inner-Rhoden|Appenzello Interno|Appenzell Dadens|Appenzell Rhodes-Intérieures',
  AR: 'Ausserrhoden|Appenzell A.Rh.|Appenzell Ausser-Rhoden|Appenzello Esterno|Appenzell Dador|Appenzell Rhodes-Extérieures',
  BE: 'Berna',
  BL: 'Basel-Land|Baselbiet|Bâle-Campagne|Basilea-Campagna|Basilea-Champagna|Basel-Country',
  BS: 'Bâle-Ville|Basilea-Città|Basilea-Citad|Basel-City',
  FR: 'Friburgo|Friburg',
  GE: 'Ginevra|Genevra',
  GL: 'Glaris|Glarona|Glaruna',
  GR: 'Grisons|Bünden|Bündnerland',
  JU: 'Giura',
  LU: 'Lucerna',
  NE: 'Neuchatel',
  NW: 'Nidwald|Nidvaldo|Sutsilvania',
  OW: 'Obwald|Obvaldo|Sursilvania',
  SG: 'St.Gallen|St Gallen|Sankt Gallen|St-Gall|St. Gall|Saint-Gall|San Gallo|S. Gallo|Son Gagl',
  SH: 'Schaffhouse|Sciaffusa|Schaffusa',
  SO: 'Soleure|Soletta|Soloturn',
  SZ: 'Schwytz|Svitto|Sviz',
  TG: 'Thurgovie|Turgovia',
  TI: 'Tessin',
  UR: 'Uri',
  VD: 'Waadtland|Vad',
  VS: 'Vallese|Vallais',
  ZG: 'Zoug|Zugo',
  ZH: 'Zurigo|Turitg',
};

/** Each canton with all of its spellings: "Zuerich", "Basel Land" and "Baselland" among them. */
export const CANTON_SPELLINGS = CANTONS.map((shown) => {
  const [code] = shown;
  const names = [...shown, ...OTHER_NAMES[code].split('|')];
  const spellings = names.flatMap((name) =>
    [' ', '-', '']
      .map((between) => name.replaceAll(/(?<=[a-z])[ -](?=[A-Z])/g, between))
      .concat(name, umlautsInFull(name)),
  );
  const keys = new Set(spellings.flatMap(cantonKeys));
  return { code, shown, spellings, keys, searchNames: [...new Set(spellings.map(findText))] };
});

/** A canton's name without "Kanton" and signs, in each form in which it is found. */
function cantonKeys(text: string): string[] {
  return findForms(text).map((form) =>
    form
      .replace(/^(?:kanton|kt\.?|cantone?|chantun)(?: d[eiu]l?| d'| of)? ?/, '')
      .replaceAll(/[^a-z]/g, ''),
  );
}

function cantonOf(text: string) {
  const keys = cantonKeys(text);
  return CANTON_SPELLINGS.find((canton) => keys.some((key) => canton.keys.has(key)));
}

/** The names of the canton that this text means, by its code or in full. Empty for any other text. */
export function cantonNames(text: string): readonly string[] {
  return cantonOf(text)?.shown ?? [];
}

/** A canton filter as compared (docs/behaviour/condos.md); texts are normalized by findText(). */
interface CantonFilter {
  /** The stored value is one of these. */
  names: readonly string[];
  /** Or it has these; null if the filter names a canton, which must match exactly. */
  words: FindWords | null;
}

/** A code or name selects that canton. Any other text is part of a stored value or of a canton's name. */
export function readCantonFilter(text: string): CantonFilter {
  const named = cantonOf(text);
  if (named) return { names: named.searchNames, words: null };
  const words = findWords(text);
  const alike = CANTON_SPELLINGS.filter(({ searchNames }) =>
    searchNames.some((name) => hasWords(name, words)),
  );
  return { names: alike.flatMap(({ searchNames }) => searchNames), words };
}

export function passesCanton(filter: CantonFilter, stored: string): boolean {
  return fitsCanton(filter, findText(stored));
}

/** passesCanton() for what findText() answers for the stored value. */
export function fitsCanton({ names, words }: CantonFilter, stored: string): boolean {
  return names.includes(stored) || (words !== null && hasWords(stored, words));
}
