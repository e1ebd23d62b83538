import type { Fields, WritableName } from './fields';

/** A field's heading in an import file, and its note in the template. */
export interface ImportHeading {
  /** The column's name for people, where the form's label is not it. */
  label?: string;
  note: string;
  /** Other known headings: English, German, French, Italian. */
  aliases: readonly string[];
  /** Value in the template's example row. */
  example: string | number;
  /** Synonyms for the options of a choice. */
  synonyms?: Readonly<Record<string, readonly string[]>>;
}

/** A heading for every field of request bodies: a missing one is a type error. */
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
