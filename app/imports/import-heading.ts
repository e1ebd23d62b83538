import type { Fields, WritableName } from '~/fields/fields';
import { searchText } from '~/fields/search-text';

/** A field's heading in an import file, and its note in the template. */
export interface ImportHeading {
  /** Name of the column for users, if it differs from the form's label. */
  label?: string;
  note: string;
  /**
   * Other headings in four languages, separated by commas. Case, accents, spaces and punctuation are
   * ignored.
   */
  aliases: string;
  example: string | number;
  /** Synonyms for the values of a choice, separated by commas. */
  synonyms?: Readonly<Record<string, string>>;
  /**
   * Words for the record that the column names, and which parts (id, number, name) its heading may mention;
   * null for none. The first part that the file has is read.
   */
  record?: { nouns: readonly string[]; says: ReadonlyArray<keyof typeof SAYS | null> };
}

/** A heading for every field of request bodies. A missing one is a type error. */
export type ImportHeadings<T extends Fields> = Readonly<Record<WritableName<T>, ImportHeading>>;

/** Splits a list of names at its commas. */
export function namesIn(list: string): string[] {
  return list.split(',').flatMap((name) => name.trim() || []);
}

/** Words of a heading that mean an id, a number or a name, in the form of searchText(). */
const SAYS = {
  id: 'id identifier identifiant identificativo identifikator',
  number: 'number no nos nr num nbr n nummer numero numeri',
  name: 'name nom nome bezeichnung designation denomination denominazione label',
} as const;
const FILLERS = new Set(
  'of the de d du des der die das l la le di del dell dello della'.split(' '),
);
/**
 * Compound headings such as "wohnungsnummer" and "gebaudename". An id must be a separate word: EGID names
 * no record of the panel.
 */
const COMPOUND = /^(\p{L}{3,}?)s?(nummer|number|nr|name|bezeichnung)$/u;
const WORDS = new Map(
  Object.entries(SAYS).flatMap(([kind, words]) => words.split(' ').map((word) => [word, kind])),
);

const BUILDINGS =
  'liegenschaft|gebaude|gebaeude|objekt|immobilie|immeuble|batiment|building|property|condo|immobile|stabile|edificio|condominio';
/** "liegenschaftsadresse", "objektadresse". */
const OF_BUILDING = new RegExp(`^(?:${BUILDINGS})s?(?=\\p{L}{2})`, 'u');
const BUILDING = new RegExp(`^(?:${BUILDINGS})s?$`);

/** The key of a heading's other words, where it names a building: "PLZ der Liegenschaft" is "plz". */
export function withoutBuilding(heading: string): string | null {
  const words = searchText(heading)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !FILLERS.has(word));
  const others = words.filter((word) => !BUILDING.test(word));
  if (others.length < words.length) return others.join('') || null;
  const [only = ''] = words;
  return words.length === 1 && OF_BUILDING.test(only) ? only.replace(OF_BUILDING, '') : null;
}

/** Reads "Nr. der Wohnung" or "apartmentId": the noun, and whether the heading says id, number or name. */
export function readRecordHeading(heading: string): { noun: string; says: string | null } {
  const words = searchText(
    heading.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').replaceAll('#', ' no '),
  );
  const kinds = new Set<string>();
  let noun = '';
  for (const word of words.split(/[^\p{L}\p{N}]+/u)) {
    const [, stem = word, end = word] = COMPOUND.exec(word) ?? [];
    const kind = WORDS.get(word) ?? WORDS.get(end);
    if (kind !== undefined) kinds.add(kind);
    // German compounds are often joined by an s: "Wohnungs-Nr.".
    if (!WORDS.has(word) && !FILLERS.has(word)) noun += stem.replace(/(?<=ung|heit|schaft)s$/, '');
  }
  return { noun, says: Object.keys(SAYS).find((kind) => kinds.has(kind)) ?? null };
}
