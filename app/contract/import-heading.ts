import type { Fields, WritableName } from './fields';

/** How a field is called in an import file, and what the template says about it. */
export interface ImportHeading {
  /** The column's name for people, where the form's label is not it. */
  label?: string;
  /** What belongs into the column. */
  note: string;
  /** Headings it is known by elsewhere: English, German, French, Italian. */
  aliases: readonly string[];
  /** Value in the template's example row. */
  example: string | number;
  /** Other words for the options of a choice. */
  synonyms?: Readonly<Record<string, readonly string[]>>;
}

/** A heading for every field that bodies carry: forgetting one is an error of types. */
export type ImportHeadings<T extends Fields> = Readonly<Record<WritableName<T>, ImportHeading>>;

/** Headings under which a column names the building. */
export const CONDO_ALIASES = [
  'Building',
  'Building id',
  'Building name',
  'Condo',
  'Condo name',
  'Gebäude',
  'Gebäudename',
  'Liegenschaft',
  'Bâtiment',
  'Immeuble',
  'Edificio',
  'Immobile',
  'Stabile',
] as const;
