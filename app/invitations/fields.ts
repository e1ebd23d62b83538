import type { Fields } from '~/fields/fields';
import { INVITABLE_ROLES } from '~/users/roles';
import { fieldsOf, readId, readText } from '~/fields/reading';

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
    message: { code: 'required', params: { field: 'Building selection' } },
    required: true,
  },
  /** Required depending on the role (app/users/fields.ts). */
  apartment_id: {
    kind: 'reference',
    to: 'apartment',
    label: 'Apartment',
    message: { code: 'apartment_required', params: {} },
  },
} as const satisfies Fields;

export const administratorInvitationFields = { email } as const satisfies Fields;

/**
 * Reads one invitation of a response. Only the embedded API sends `name` and the last three fields. An
 * external API may send a building with only a name.
 */
export function readInvitation(fields: Readonly<Record<string, unknown>>) {
  const mail = fieldsOf(fields.mail);
  const condo = fieldsOf(fields.condo);
  return {
    id: readId(fields.id),
    email: readText(fields.email),
    /** Address of the invited person; the person's name if there is no address. */
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
