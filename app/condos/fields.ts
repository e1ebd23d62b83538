import { type Fields, readerOf, type ReadRecord } from '~/fields/fields';
import { LONG_TEXT_LIMIT_CHARS, SHORT_TEXT_LIMIT_CHARS } from '~/fields/limits';
import { CONDO_NAME, type ImportHeadings } from '~/imports/import-heading';

/** The fields of a building (docs/behaviour/condos.md and validation.md). */
export const condoFields = {
  id: { kind: 'id', label: 'ID', required: true, readOnly: true, sort: true },
  name: {
    kind: 'text',
    label: 'Building Name or First Line of the Address',
    subject: 'Building Name',
    required: true,
    max: SHORT_TEXT_LIMIT_CHARS,
    sort: true,
  },
  address: { kind: 'text', label: 'Address', required: true, max: 1_000 },
  city: {
    kind: 'text',
    label: 'City/Town/Commune',
    required: true,
    max: SHORT_TEXT_LIMIT_CHARS,
    filter: 18,
  },
  state: {
    kind: 'text',
    label: 'Canton',
    required: true,
    max: SHORT_TEXT_LIMIT_CHARS,
    isCanton: true,
    filter: 10,
  },
  zip_code: { kind: 'text', label: 'Zip Code', required: true, max: 32, filter: 10 },
  country: {
    kind: 'text',
    label: 'Country',
    required: true,
    max: SHORT_TEXT_LIMIT_CHARS,
    filter: 14,
  },
  website: { kind: 'url', label: 'Building Website (Neighborhood)' },
  description: { kind: 'text', label: 'Description', max: LONG_TEXT_LIMIT_CHARS },
  date_built: { kind: 'date', label: 'Date Built' },
  number_of_units: {
    kind: 'integer',
    label: 'Number of Units',
    subject: 'Number of units',
    step: 1,
    unit: 'units',
  },
  image_url: { kind: 'image', label: 'Building Image', readOnly: true },
  flag_url: { kind: 'image', label: 'Canton Flag', readOnly: true },
  country_flag_url: { kind: 'image', label: 'Country Flag', readOnly: true },
  created_at: { kind: 'instant', label: 'Created', required: true, readOnly: true },
} as const satisfies Fields;

/** The list's default sort; it is not written to the URL. */
export const CONDO_SORT = { by: 'name', order: 'asc' } as const;

/** A building in the panel: every field may be missing in a response of an external API. */
export type Condo = ReadRecord<typeof condoFields>;

export const readCondo = readerOf(condoFields);

/** Headings of the building's fields in import files. */
export const condoHeadings: ImportHeadings<typeof condoFields> = {
  name: {
    label: 'Building Name',
    note: 'Name of the building or first line of its address.',
    aliases: 'Nom, Nome, BDG_NAME',
    record: CONDO_NAME,
    example: 'Residence du Lac',
  },
  address: {
    note: 'Street and house number.',
    aliases: `
      Street, Street address, Adresse, Anschrift, Strasse, Strasse Nr, Strasse und Nr,
      Strasse Hausnummer, Strasse und Hausnummer, Rue, Rue et numéro, Rue et no, Rue no,
      Indirizzo, Via, Via e numero, STN_LABEL`,
    example: 'Avenue de Rhodanie 12',
  },
  city: {
    note: 'City, town or commune.',
    aliases: `
      Town, Commune, Ort, Ortschaft, Ort der Liegenschaft, Stadt, Gemeinde, Ville,
      Localité, Lieu, Città, Comune, Località, Luogo`,
    example: 'Lausanne',
  },
  state: {
    note: 'Canton or state.',
    aliases: `
      Province, Region, Kanton, KT, Bundesland, Cantone, Provincia, Regione, Stato,
      COM_CANTON`,
    example: 'VD',
  },
  zip_code: {
    note: 'Postal code. Kept as text: leading zeros stay.',
    aliases: `
      Zip, Postcode, Postal code, PLZ, Postleitzahl, NPA, PLZ der Liegenschaft,
      Code postal, CP, CAP, Codice postale, NAP`,
    example: '1007',
  },
  country: {
    note: 'Country.',
    aliases: 'Land, Land der Liegenschaft, Staat, Pays, Paese, Nazione',
    example: 'Switzerland',
  },
  website: {
    note: 'Optional. Starts with http:// or https://.',
    aliases: `
      Web, URL, Building Website, Neighborhood, Webseite, Webadresse, Internet, Homepage,
      Site web, Site internet, Sito, Sito web`,
    example: 'https://residence-du-lac.example.com',
  },
  description: {
    note: 'Optional.',
    aliases: `
      Beschreibung, Bemerkung, Bemerkungen, Remarque, Remarques, Descrizione, Osservazioni,
      Anmerkungen zur Liegenschaft`,
    example: 'Six floors with a view of the lake',
  },
  date_built: {
    note: 'Optional. A date, best as YYYY-MM-DD.',
    aliases: `
      Built, Year built, Construction date, Baudatum, Baujahr, Erbaut, Erstellt am,
      Date de construction, Construit le, Data di costruzione, Costruito il`,
    example: '1998-05-01',
  },
  number_of_units: {
    note: 'Optional. A whole number of at least 1.',
    aliases: `
      Units, Apartments, Anzahl Wohnungen, Wohnungen, Anzahl Einheiten, Einheiten,
      Nombre d'appartements, Nombre de logements, Nombre d'unités, Logements,
      Numero di appartamenti, Numero di unità, Unità`,
    example: 24,
  },
};
