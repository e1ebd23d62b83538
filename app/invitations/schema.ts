import { ROLES } from '~/users/roles';
import { bodySchemaOf, formSchemaOf } from '~/fields/field-schemas';
import { LETTERS_AT_ONCE } from '~/fields/limits';
import { idNumber, instant, languageTag } from '~/fields/field';
import { changedValues } from '~/fields/field-values';
import { invitationFields } from './fields';
import { associationFields } from '~/users/fields';
import { rule } from '~/language/rules';
import { apartmentRule, hasNeededApartment } from '~/users/schema';
import { z } from '~/fields/zod';

/**
 * Invite form: undefined means no choice, null means "No specific apartment"
 * (docs/behaviour/invitations.md).
 */
const formShape = formSchemaOf(invitationFields).extend({
  language: z.string().optional(),
  since: formSchemaOf(associationFields).shape.since,
});
export const inviteFormSchema = formShape.refine(hasNeededApartment, apartmentRule);
/** Form for the account of an existing person. Without an address they get a letter. */
export const invitePersonFormSchema = formShape
  .extend({ email: z.literal('').or(formShape.shape.email) })
  .refine(hasNeededApartment, apartmentRule);
export type InviteForm = z.input<typeof inviteFormSchema>;

/**
 * POST /admin/invite-user. Ids are integers on the wire. The embedded API accepts the language of the
 * mails, by default the inviter's.
 */
export const invitePayloadSchema = bodySchemaOf(invitationFields)
  .extend({
    email: bodySchemaOf(invitationFields).shape.email.optional().meta({
      description: 'Left out with `user_id` for a person without one, who gets a letter',
    }),
    language: languageTag.optional(),
    user_id: idNumber(rule('person_selection')).nullable().optional().meta({
      description:
        'A person who cannot sign in yet: the link makes their account. Embedded API only',
    }),
    since: bodySchemaOf(associationFields).shape.since.meta({
      description:
        'The first day of the association; without it nothing is known. Embedded API only',
    }),
  })
  .refine(hasNeededApartment, apartmentRule)
  .refine(({ email, user_id }) => email !== undefined || user_id != null, {
    path: ['email'],
    ...rule('required', { field: 'Email Address' }),
  })
  .meta({ id: 'InvitePayload' });
export type InvitePayload = z.infer<typeof invitePayloadSchema>;

/**
 * Converts the form to its wire values. apartment_id is left out for "No specific apartment". `user_id` is
 * the person whose account the invitation creates.
 */
export function toInvitePayload(
  { email, language, since, ...form }: z.output<typeof invitePersonFormSchema>,
  user_id: number | null,
): InvitePayload {
  return {
    ...changedValues(invitationFields, form),
    ...(email && { email }),
    ...(language && { language }),
    ...(user_id !== null && { user_id }),
    ...(since && { since }),
  };
}

export const mailStateSchema = z.object({
  state: z.enum(['queued', 'sent', 'failed', 'none']),
  detail: z.string().nullable(),
  updated_at: instant,
});

/** An invitation in a response; the embedded API adds `expires_at` and `mail` (GET /capabilities). */
export const invitationSchema = z
  .object({
    id: z.int(),
    email: z.string().nullable(),
    name: z.string().nullable().optional().meta({
      description: 'Of the person whose account it makes. Embedded API only',
    }),
    role: z.enum(ROLES),
    status: z.enum(['pending', 'accepted']),
    condo: z.object({ id: z.int(), name: z.string() }).nullable(),
    apartment: z.object({ id: z.int(), apartment_number: z.string() }).nullable(),
    created_at: instant,
    /** End of the link or letter; null without one. */
    expires_at: instant.nullable().optional(),
    mail: mailStateSchema.optional(),
  })
  .meta({ id: 'Invitation' });

/** Number of due or sent reminders. */
export const remindersSchema = z.object({ count: z.int() }).meta({ id: 'Reminders' });

export const letterPayloadSchema = z
  .object({ ids: z.array(z.int().min(1)).min(1).max(LETTERS_AT_ONCE) })
  .meta({ id: 'LetterPayload' });

/** A printed letter, in the language of its invitation. */
export const letterSchema = z.object({
  invitation_id: z.int(),
  language: z.string(),
  /** Lines in the window of the envelope. */
  address: z.array(z.string()),
  subject: z.string(),
  /** Paragraphs before the code and after it. */
  before: z.array(z.string()),
  after: z.array(z.string()),
  /** Address for the QR code: the page with the code filled in. */
  link: z.string(),
  code: z.string(),
});
export type Letter = z.infer<typeof letterSchema>;

export const lettersSchema = z.object({ letters: z.array(letterSchema) }).meta({ id: 'Letters' });

export const invitationListQuerySchema = z.object({
  status: z.literal('pending').default('pending'),
});
