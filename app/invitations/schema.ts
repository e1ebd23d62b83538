import { bodySchemaOf, formSchemaOf } from '~/fields/field-schemas';
import { idNumber, instant, languageTag } from '~/fields/field';
import { changedValues } from '~/fields/field-values';
import { invitationFields } from './fields';
import { associationFields, ROLES } from '~/users/fields';
import { rule } from '~/language/rules';
import { apartmentRule, hasNeededApartment } from '~/users/schema';
import { z } from '~/fields/zod';

/** Invite form: undefined = no choice, null = "No specific apartment" (docs/behaviour/invitations.md). */
export const inviteFormSchema = formSchemaOf(invitationFields)
  .extend({
    language: z.string().optional(),
    since: formSchemaOf(associationFields).shape.since,
  })
  .refine(hasNeededApartment, apartmentRule);
export type InviteForm = z.input<typeof inviteFormSchema>;

/**
 * POST /admin/invite-user. Ids are integers on the wire. The embedded API takes the language of the mails;
 * the default is the inviter's.
 */
export const invitePayloadSchema = bodySchemaOf(invitationFields)
  .extend({
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
  .meta({ id: 'InvitePayload' });
export type InvitePayload = z.infer<typeof invitePayloadSchema>;

/**
 * Form to wire; apartment_id is left out for "No specific apartment". `user_id` is whose account the
 * invitation makes.
 */
export function toInvitePayload(
  { language, since, ...form }: z.output<typeof inviteFormSchema>,
  user_id: number | null = null,
): InvitePayload {
  return {
    ...changedValues(invitationFields, form),
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
    email: z.string(),
    role: z.enum(ROLES),
    status: z.enum(['pending', 'accepted']),
    condo: z.object({ id: z.int(), name: z.string() }).nullable(),
    apartment: z.object({ id: z.int(), apartment_number: z.string() }).nullable(),
    created_at: instant,
    expires_at: instant.optional(),
    mail: mailStateSchema.optional(),
  })
  .meta({ id: 'Invitation' });

/** Reminders that are due, or that were sent. */
export const remindersSchema = z.object({ count: z.int() }).meta({ id: 'Reminders' });

export const invitationListQuerySchema = z.object({
  status: z.literal('pending').default('pending'),
});
