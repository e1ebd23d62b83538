import type { Fields } from '~/fields/fields';
import { apartmentRequired, INVITABLE_ROLES } from '~/users/fields';
import { fieldsOf, readId, readText } from '~/fields/reading';
import { APARTMENT_REFERENCE, CONDO_HEADING, type ImportHeadings } from '~/imports/import-heading';
import { rule } from '~/language/rules';

const email = { kind: 'email', label: 'Email Address', required: true } as const;

/** The fields of an invitation (docs/behaviour/invitations.md and validation.md). */
export const invitationFields = {
  email,
  role: {
    kind: 'choice',
    label: 'User Role',
    subject: 'role',
    required: true,
    options: INVITABLE_ROLES,
  },
  condo_id: {
    kind: 'reference',
    to: 'condo',
    label: 'Building',
    message: rule('required', { field: 'Building selection' }),
    required: true,
  },
  /** Required depending on the role (app/users/fields.ts). */
  apartment_id: {
    kind: 'reference',
    to: 'apartment',
    label: 'Apartment',
    message: apartmentRequired,
  },
} as const satisfies Fields;

export const administratorInvitationFields = { email } as const satisfies Fields;

export const INVITATION_STATES = ['failed', 'none', 'queued', 'sent', 'ending', 'expired'] as const;

/**
 * Reads one invitation of a response. Only the embedded API sends a name and the last three fields, and an
 * external API may send a building with a name alone.
 */
export function readInvitation(fields: Readonly<Record<string, unknown>>) {
  const mail = fieldsOf(fields.mail);
  const condo = fieldsOf(fields.condo);
  return {
    id: readId(fields.id),
    email: readText(fields.email),
    /** Address of the invited person, or the name of one without an address. */
    invitee: readText(fields.email) ?? readText(fields.name),
    role: readText(fields.role),
    condo_id: readId(condo.id),
    condo_name: readText(condo.name),
    apartment_number: readText(fieldsOf(fields.apartment).apartment_number),
    created_at: readText(fields.created_at),
    expires_at: readText(fields.expires_at),
    mail_state: readText(mail.state),
    mail_detail: readText(mail.detail),
  };
}

export type Invitation = ReturnType<typeof readInvitation>;

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
        Manager, Verwalter, Verwaltung, Hausverwalter, Gérant, Gérance, Amministratore,
        Gestore`,
      owner: `
        Eigentümer, Eigentümerin, Stockwerkeigentümer, Propriétaire, Proprietario,
        Proprietaria`,
      renter: 'Tenant, Mieter, Mieterin, Locataire, Inquilino, Inquilina, Locatario',
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
