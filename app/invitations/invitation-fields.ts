import type { Fields } from '~/fields/fields';
import { INVITABLE_ROLES } from '~/users/role';

export const APARTMENT_REQUIRED_MESSAGE = 'Apartment selection is required for this role';

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
    message: 'Building selection is required',
    required: true,
  },
  /** Required depending on the role (contract/role.ts). */
  apartment_id: {
    kind: 'reference',
    to: 'apartment',
    label: 'Apartment',
    message: APARTMENT_REQUIRED_MESSAGE,
  },
} as const satisfies Fields;

export const administratorInvitationFields = { email } as const satisfies Fields;

export const INVITATION_STATES = ['failed', 'queued', 'sent', 'expired'] as const;
