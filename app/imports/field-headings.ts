import type { apartmentFields } from '~/apartments/fields';
import type { condoFields } from '~/condos/fields';
import type { invitationFields } from '~/invitations/fields';
import type { tenancyFields } from '~/users/import-fields';
import { namesIn, type ImportHeading, type ImportHeadings } from './import-heading';

/*
 * Headings of columns in import files (docs/behaviour/imports.md). Only imports need them, so they are not
 * in the field tables.
 */

const CONDO_NOUNS = namesIn(`
  Building, Condo, Condominium, Property, Gebäude, Gebaeude, Liegenschaft, Bâtiment,
  Immeuble, Edificio, Immobile, Stabile, Siedlung, WEG, Résidence, Copropriété, PPE, Condominio`);

const APARTMENT_NOUNS = namesIn(`
  Apartment, Apt, Unit, Flat, Wohnung, Whg, Einheit, Wohneinheit, Mieteinheit,
  Appartement, Appart, Appt, Logement, Appartamento, Alloggio, Unità`);

const CONDO_HEADING: ImportHeading = {
  note: "The building's id, or its exact name where no other building has it.",
  aliases: 'ref_property',
  record: { nouns: CONDO_NOUNS, says: ['name', null, 'number', 'id'] },
  example: 1,
};
/**
 * Headings of a building's own name, and of an apartment's own number or reference to its building. In
 * files other than of buildings, "Objekt" may be either of them, and "Haus" may be a part of a building.
 */
const CONDO_NAME = {
  nouns: [...CONDO_NOUNS, 'Haus', 'Objekt'],
  says: ['name', null],
} as const;
const APARTMENT_NUMBER = { nouns: APARTMENT_NOUNS, says: ['number', 'name', null] } as const;
const APARTMENT_REFERENCE = {
  nouns: APARTMENT_NOUNS,
  says: ['number', 'name', null, 'id'],
} as const;

export const condoHeadings: ImportHeadings<typeof condoFields> = {
  name: {
    label: 'Building Name',
    note: 'Name of the building or first line of its address.',
    aliases: 'Nom, Nome, BDG_NAME, Bezeichnung, Désignation, Denominazione',
    record: CONDO_NAME,
    example: 'Residence du Lac',
  },
  address: {
    note: 'Street and house number.',
    aliases: `
      Street, Street address, Adresse, Anschrift, Strasse, Strasse Nr, Strasse und Nr,
      Strasse Hausnummer, Strasse und Hausnummer, Rue, Rue et numéro, Rue et no, Rue no,
      Indirizzo, Via, Via e numero, STN_LABEL, Adresse 1, Adresszeile 1, Adresszeile,
      Street and number, Via e n, Str Nr, Strasse/Nr, Adresse Strasse Nr`,
    example: 'Avenue de Rhodanie 12',
  },
  city: {
    note: 'City, town or commune.',
    aliases: `
      Town, Commune, Ort, Ortschaft, Ort der Liegenschaft, Stadt, Gemeinde, Ville,
      Localité, Lieu, Città, Comune, Località, Luogo, Ortsname, Stadt/Ort, Locality`,
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
      Code postal, CP, CAP, Codice postale, NAP, No postal, Numéro postal, Codice NPA`,
    example: '1007',
  },
  country: {
    note: 'Country.',
    aliases: 'Land, Land der Liegenschaft, Staat, Pays, Paese, Nazione, Ländercode',
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
      Date de construction, Construit le, Data di costruzione, Costruito il,
      Année de construction, Anno di costruzione, Erbaut am, Gebaut am`,
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

export const apartmentHeadings: ImportHeadings<typeof apartmentFields> = {
  condo_id: CONDO_HEADING,
  apartment_number: {
    label: 'Number',
    note: 'Number of the unit. Kept as text: leading zeros stay.',
    aliases: 'No, Nr, Nummer, Numéro, Einheitsnummer, ref_object',
    record: APARTMENT_NUMBER,
    example: '3.02',
  },
  floor_number: {
    label: 'Floor',
    note: 'Optional. A whole number of at least 1.',
    aliases:
      'Level, Storey, Stockwerk, Etage, Stock, Geschoss, Geschoss/Lage, Piano, Niveau, Floor no',
    example: 3,
  },
  bedrooms: {
    note: 'Optional. At least 1, in halves: 3.5.',
    aliases: `
      Anzahl Zi, Zimmerzahl, Numero di locali,
      Room, Number of rooms, Zimmer, Zi, Anzahl Zimmer, Anz. Zimmer, Pièces, Nombre de pièces, Chambres,
      Locali, Stanze, Camere, Numero di locali`,
    example: 3.5,
  },
  bathrooms: {
    note: 'Optional. At least 1, in halves: 1.5.',
    aliases: `
      Anzahl Bäder, Nombre de salles de bain,
      Baths, Bath, Bad, Bäder, Badezimmer, Anzahl Badezimmer, Nasszellen, Salles de bain,
      Salle de bain, Salles de bains, Salles d'eau, Bagni, Bagno`,
    example: 1,
  },
  sqmt: {
    label: 'Sqmt',
    note: 'Optional. Square meters, at least 1, two decimal places.',
    aliases: `
      Square meters, Square metres, Sqm, m², Area, Area m², Size, Fläche, Fläche m²,
      Fläche in m², Wohnfläche, Wohnfläche m², Wohnfläche in m², Quadratmeter, Surface,
      Surface m², Surface en m², Mètres carrés, Superficie, Superficie m², Superficie in m²,
      Metri quadrati, mq, surface_living, qm, Surface habitable, Nettowohnfläche`,
    example: 82.5,
  },
  parking_spot_number: {
    note: 'Optional. Spots separated by commas, or None.',
    aliases: `
      Parking, Parking spots, Parking spot numbers, Parkplatz, Parkplätze,
      Parkplatznummer, Einstellplatz, Garage, Place de parc, Places de parc,
      Stationnement, Posto auto, Parcheggio, Posteggio, Parkplatz-Nr, Stellplatz, Garagenplatz`,
    example: 'P12,P13',
  },
  notes: {
    note: 'Optional.',
    aliases: `
      Note, Comment, Comments, Remarks, Notiz, Notizen, Bemerkung, Bemerkungen, Remarque,
      Remarques, Osservazioni, Anmerkungen zur Einheit`,
    example: 'Balcony facing south',
  },
};

export const invitationHeadings: ImportHeadings<typeof invitationFields> = {
  email: {
    note: 'E-mail address of the person.',
    aliases: `
      Mail, E-Mail-Adresse, Mailadresse, Courriel, Adresse e-mail, Adresse électronique,
      Indirizzo e-mail, Posta elettronica`,
    example: 'anna.muster@example.com',
  },
  role: {
    note: 'building_manager, owner or renter.',
    aliases: 'Rolle, Benutzerrolle, Funktion, Fonction, Ruolo, Funzione, Vertragsart',
    example: 'renter',
    synonyms: {
      building_manager: `
        Manager, Verwalter, Verwalterin, Verwaltung, Hausverwalter, Hausverwalterin,
        Hausverwaltung, Bewirtschafter, Bewirtschafterin, Bewirtschaftung, Gérant, Gérante,
        Gérance, Régie, Amministratore, Amministratrice, Amministrazione, Gestore`,
      owner: `
        Eigentümer, Eigentuemer, Eigentümerin, Eigentuemerin, Stockwerkeigentümer,
        Stockwerkeigentümerin, Miteigentümer, Miteigentümerin, Propriétaire, Copropriétaire,
        Proprietario, Proprietaria, Comproprietario, Comproprietaria`,
      renter:
        'Tenant, Mieter, Mieterin, Hauptmieter, Hauptmieterin, Locataire, Inquilino, Inquilina, Locatario',
    },
  },
  condo_id: CONDO_HEADING,
  apartment_id: {
    note: "The apartment's id, or its number in that building where it holds more than digits. Required for every role except building_manager.",
    aliases: '',
    record: APARTMENT_REFERENCE,
    example: 1,
  },
};

const { synonyms: said = {} } = invitationHeadings.role;
const synonyms = {
  ...said,
  owner: `${said.owner}, Owners, Eigentümers, Eigentümerschaft, Propriétaires, Proprietari`,
  renter: `${said.renter}, Tenants, Mieters, Mieterschaft, Locataires, Inquilini`,
};

export const tenancyHeadings: ImportHeadings<typeof tenancyFields> = {
  first_name: {
    note: 'Optional.',
    aliases: 'Given name, Forename, Vorname, Vornamen, Rufname, Prénom, Prénoms, Nome',
    example: 'Anna',
  },
  last_name: {
    note: 'The surname, or the whole name. A name or an e-mail address is required. Below a heading such as Tenant or Owner the row has that role, unless there is a column for it.',
    aliases: `
      Surname, Family name, Name, Full name, First and last name, Nachname, Familienname,
      Vorname Name, Name Vorname, Vor- und Nachname, Nom, Nom de famille, Nom complet,
      Nom et prénom, Nom prénom, Prénom nom, Prénom et nom, Cognome, Nominativo,
      Nome e cognome, Cognome e nome, Nome cognome, Cognome nome`,
    record: {
      nouns: namesIn(
        `Person, Resident, Bewohner, Habitant, Résident, Residente, ${Object.values(synonyms).join()}`,
      ),
      says: ['name', null],
    },
    example: 'Muster',
  },
  email: {
    ...invitationHeadings.email,
    note: 'Optional. The row is about the person who has this address already, or about a new one.',
    aliases: `${invitationHeadings.email.aliases}, Email address`,
  },
  phone: {
    note: 'Optional.',
    aliases: `
      Phone number, Telephone, Mobile, Mobile phone, Cell phone, Telefon, Telefonnummer, Tel,
      Handy, Mobil, Mobiltelefon, Natel, Téléphone, No de téléphone, Numéro de téléphone,
      Portable, Telefono, Numero di telefono, Cellulare, Tel-Nr, Handynummer, Telefon privat`,
    example: '+41 79 123 45 67',
  },
  condo_id: {
    ...CONDO_HEADING,
    note: `${CONDO_HEADING.note} Leave it empty with all that follows for a person alone.`,
  },
  apartment_id: invitationHeadings.apartment_id,
  role: {
    ...invitationHeadings.role,
    note: 'building_manager, owner or renter. Required with a building.',
    synonyms,
  },
  since: {
    note: 'Optional. The first day.',
    aliases: `
      Move in, Move in date, Moved in, From, Start, Start date, Begin, Lease start, Einzug,
      Einzugsdatum, Eingezogen, Mietbeginn, Vertragsbeginn, Mietantritt, Beginn, Von, Ab, Seit, Miete ab,
      Mieter seit,
      Entrée, Date d'entrée, Emménagement, Début, Date de début, Début du bail, Depuis, Du,
      Entrata, Data di entrata, Ingresso, Inizio, Data di inizio, Inizio contratto, Dal, Da`,
    example: '2026-04-01',
  },
  until: {
    note: 'Optional. The last day.',
    aliases: `
      Move out, Move out date, Moved out, To, End, End date, Lease end, Auszug, Auszugsdatum,
      Ausgezogen, Mietende, Vertragsende, Ende, Bis, Sortie, Gültig bis, Date de sortie, Déménagement, Fin,
      Date de fin, Fin du bail, Jusqu'au, Au, Uscita, Data di uscita, Fine, Data di fine,
      Fine contratto, Fino al, Al`,
    example: '2027-03-31',
  },
  note: {
    note: 'Optional. About the tenancy.',
    aliases:
      'Notes, Comment, Comments, Remarks, Notiz, Bemerkung, Bemerkungen, Remarque, Remarques, Nota, Osservazioni',
    example: 'Two keys',
  },
};
