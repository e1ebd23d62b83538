import type { Fields, WritableName } from '~/fields/fields';

/** A field's heading in an import file, and its note in the template. */
export interface ImportHeading {
  /** The column's name for people, if it differs from the form's label. */
  label?: string;
  note: string;
  /** Other headings, in four languages. Case, accents, spaces and punctuation are ignored. */
  aliases: readonly string[];
  example: string | number;
  synonyms?: Readonly<Record<string, readonly string[]>>;
}

/** A heading for every field of request bodies: a missing one is a type error. */
export type ImportHeadings<T extends Fields> = Readonly<Record<WritableName<T>, ImportHeading>>;

export const CONDO_NAMES = [
  'Building',
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

export const CONDO_HEADING: ImportHeading = {
  note: "The building's id, or its exact name where no other building has it.",
  aliases: ['Building id', ...CONDO_NAMES],
  example: 1,
};

export const APARTMENT_NAMES = [
  'Apartment',
  'Apartment number',
  'Unit',
  'Unit number',
  'Wohnung',
  'Wohnungsnummer',
  'Appartement',
  "Numéro d'appartement",
  'Logement',
  'Appartamento',
  'Numero appartamento',
] as const;
