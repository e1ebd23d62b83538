import {
  findForms,
  findText,
  findWords,
  hasWords,
  umlautsInFull,
  type FindWords,
} from '~/fields/search-text';
import { oncePer } from '~/fields/once-per';

/** Names of Switzerland in its languages, in the form of searchText(). */
export const SWITZERLAND = ['switzerland', 'schweiz', 'suisse', 'svizzera', 'svizra', 'ch', 'che'];

/**
 * The Swiss cantons: the code on plates, the suggested names, and further names: in the country's other
 * languages, in English, and short forms.
 */
const CANTONS: ReadonlyArray<readonly [code: string, suggested: string, others?: string]> = [
  ['AG', 'Aargau', 'Argovie|Argovia'],
  [
    'AI',
    'Appenzell Innerrhoden',
    'Innerrhoden|Appenzell I.Rh.|Appenzell Inner-Rhoden|Appenzello Interno|Appenzell Dadens|Appenzell Rhodes-Intérieures',
  ],
  [
    'AR',
    'Appenzell Ausserrhoden',
    'Ausserrhoden|Appenzell A.Rh.|Appenzell Ausser-Rhoden|Appenzello Esterno|Appenzell Dador|Appenzell Rhodes-Extérieures',
  ],
  ['BE', 'Bern|Berne', 'Berna'],
  [
    'BL',
    'Basel-Landschaft',
    'Basel-Land|Baselbiet|Bâle-Campagne|Basilea-Campagna|Basilea-Champagna|Basel-Country',
  ],
  ['BS', 'Basel-Stadt', 'Bâle-Ville|Basilea-Città|Basilea-Citad|Basel-City'],
  ['FR', 'Fribourg|Freiburg', 'Friburgo|Friburg'],
  ['GE', 'Genève|Geneva|Genf', 'Ginevra|Genevra'],
  ['GL', 'Glarus', 'Glaris|Glarona|Glaruna'],
  ['GR', 'Graubünden|Grigioni|Grischun', 'Grisons|Bünden|Bündnerland'],
  ['JU', 'Jura', 'Giura'],
  ['LU', 'Luzern|Lucerne', 'Lucerna'],
  ['NE', 'Neuchâtel|Neuenburg', 'Neuchatel'],
  ['NW', 'Nidwalden', 'Nidwald|Nidvaldo|Sutsilvania'],
  ['OW', 'Obwalden', 'Obwald|Obvaldo|Sursilvania'],
  [
    'SG',
    'St. Gallen',
    'St.Gallen|St Gallen|Sankt Gallen|St-Gall|St. Gall|Saint-Gall|San Gallo|S. Gallo|Son Gagl',
  ],
  ['SH', 'Schaffhausen', 'Schaffhouse|Sciaffusa|Schaffusa'],
  ['SO', 'Solothurn', 'Soleure|Soletta|Soloturn'],
  ['SZ', 'Schwyz', 'Schwytz|Svitto|Sviz'],
  ['TG', 'Thurgau', 'Thurgovie|Turgovia'],
  ['TI', 'Ticino|Tessin'],
  ['UR', 'Uri'],
  ['VD', 'Vaud|Waadt', 'Waadtland|Vad'],
  ['VS', 'Valais|Wallis', 'Vallese|Vallais'],
  ['ZG', 'Zug', 'Zoug|Zugo'],
  ['ZH', 'Zürich|Zurich', 'Zurigo|Turitg'],
];

/** Words that may stand before the name or the code of a canton. */
const BEFORE_NAME = [
  "Kanton|Kt.|Kt|Republik und Kanton|Canton|Canton de|Canton du|Canton des|Canton d'|Canton of",
  'République et canton|République et canton de|République et canton du|Republic and Canton of',
  "République et canton d'|Cantone|Cantone di|Cantone dei|Cantone del|Cantone d'|Repubblica e Cantone",
  "Repubblica e Cantone di|Repubblica e Cantone del|Chantun|Chantun da|Chantun dal|Chantun d'",
].flatMap((names) => names.split('|'));
/** Beginnings of a written canton. After a point or an apostrophe the blank may be missing. */
const BEGINNINGS = BEFORE_NAME.flatMap((name) =>
  /[.']$/.test(name) ? [name, `${name} `] : [`${name} `],
);

/** Each canton with all of its spellings, such as "Zuerich", "Basel Land" and "Baselland". */
export const CANTON_SPELLINGS = CANTONS.map(([code, suggested, others]) => {
  const shown = [code, ...suggested.split('|')];
  const names = shown.concat(others?.split('|') ?? []);
  const spellings = names.flatMap((name) =>
    [' ', '-', '']
      .map((between) => name.replaceAll(/(?<=[a-z])[ -](?=[A-Z])/g, between))
      .concat(name, umlautsInFull(name)),
  );
  const keys = new Set(spellings.flatMap(findForms).map(lettersOf));
  return { code, shown, spellings, keys, searchNames: [...new Set(spellings.map(findText))] };
});
type Canton = (typeof CANTON_SPELLINGS)[number];

/** All stored texts that mean a canton: its spellings, also after "Kanton" and similar words. */
export function cantonTexts({ spellings }: Canton): string[] {
  const names = [...new Set(spellings)];
  return names.concat(BEGINNINGS.flatMap((before) => names.map((name) => before + name)));
}

/** Stored texts of a canton in the form of findText(), computed when a filter first selects it. */
const storedTexts = oncePer((canton: Canton) => new Set(cantonTexts(canton).map(findText)));

function lettersOf(text: string): string {
  return text.replaceAll(/[^a-z]/g, '');
}

const BEFORE_FORMS = BEFORE_NAME.flatMap(findForms);

function cantonOf(text: string) {
  const keys = findForms(text).flatMap((form) =>
    ['', ...BEFORE_FORMS.filter((before) => form.startsWith(before))].map((before) =>
      lettersOf(form.slice(before.length)),
    ),
  );
  return CANTON_SPELLINGS.find((canton) => keys.some((key) => canton.keys.has(key)));
}

/** The names of the canton that this text means, by its code or name. Empty for any other text. */
export function cantonNames(text: string): readonly string[] {
  return cantonOf(text)?.shown ?? [];
}

/** A canton filter in comparable form (docs/behaviour/condos.md). Texts are normalized by findText(). */
interface CantonFilter {
  /** Cantons whose texts match the stored value. */
  cantons: readonly Canton[];
  /**
   * Words that match a part of the stored value; null if the filter names a canton, which must match
   * exactly.
   */
  words: FindWords | null;
}

/**
 * Reads a canton filter. A code or name selects that canton. Any other text may match a part of a stored
 * value or of a canton's name.
 */
export function readCantonFilter(text: string): CantonFilter {
  const named = cantonOf(text);
  if (named) return { cantons: [named], words: null };
  const words = findWords(text);
  const cantons = CANTON_SPELLINGS.filter(({ searchNames }) =>
    searchNames.some((name) => hasWords(name, words)),
  );
  return { cantons, words };
}

/** The stored texts, as in the column, that a filter finds in addition to those with its words. */
export function textsOf({ cantons }: CantonFilter): string[] {
  return cantons.flatMap((canton) => [...storedTexts(canton)]);
}

export function passesCanton(filter: CantonFilter, stored: string): boolean {
  return fitsCanton(filter, findText(stored));
}

/**
 * True if a stored value, in the form of findText(), passes the filter. passesCanton() does the same for a
 * plain text.
 */
export function fitsCanton({ cantons, words }: CantonFilter, stored: string): boolean {
  return (
    cantons.some((canton) => storedTexts(canton).has(stored)) ||
    (words !== null && hasWords(stored, words))
  );
}
