import type { Fields } from '~/fields/fields';
import { CONDO_HEADING, namesIn, type ImportHeadings } from '~/imports/import-heading';
import { invitationFields, invitationHeadings } from '~/invitations/fields';
import { associationFields, changeableFields, INVITABLE_ROLES, userFields } from './fields';

/**
 * A row of an import of people: a person, and with a building and a role what they live in, own or manage
 * (docs/behaviour/imports.md). Which fields are required together is a rule of the row.
 */
export const tenancyFields = {
  first_name: userFields.first_name,
  last_name: userFields.last_name,
  email: { kind: 'email', label: 'Email' },
  phone: userFields.phone,
  condo_id: {
    kind: 'reference',
    to: 'condo',
    label: 'Building',
    message: invitationFields.condo_id.message,
  },
  apartment_id: invitationFields.apartment_id,
  role: { kind: 'choice', label: 'Role', subject: 'role', options: INVITABLE_ROLES },
  since: associationFields.since,
  until: associationFields.until,
  note: associationFields.note,
} as const satisfies Fields;

/** The fields of an association that an edited export of residents may change. */
const { reported_on: _reported, ...reviewed } = changeableFields;
export const tenancyReviewFields = reviewed;

/** The columns by which a reviewed row says whose it is, and where: they cannot be changed. */
export const FIXED_COLUMNS: Readonly<Partial<Record<string, readonly string[]>>> = {
  tenancy: ['condo_id', 'apartment_number', 'floor_number', 'name', 'email'],
  user: ['email'],
};

/** A file needs one of these, and so does each row. */
export const PERSON_NAMES = ['first_name', 'last_name', 'email'] as const;

/** Fields of the association. A row with any of them needs the building and the role. */
export const PLACE_FIELDS = ['condo_id', 'apartment_id', 'role', 'since', 'until', 'note'] as const;

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
      Portable, Telefono, Numero di telefono, Cellulare`,
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
      Einzugsdatum, Eingezogen, Mietbeginn, Vertragsbeginn, Mietantritt, Beginn, Von, Ab, Seit,
      Entrée, Date d'entrée, Emménagement, Début, Date de début, Début du bail, Depuis, Du,
      Entrata, Data di entrata, Ingresso, Inizio, Data di inizio, Inizio contratto, Dal, Da`,
    example: '2026-04-01',
  },
  until: {
    note: 'Optional. The last day.',
    aliases: `
      Move out, Move out date, Moved out, To, End, End date, Lease end, Auszug, Auszugsdatum,
      Ausgezogen, Mietende, Vertragsende, Ende, Bis, Sortie, Date de sortie, Déménagement, Fin,
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
