import { emailAddress, idNumber, instant, numberFromText } from './field';
import { INVITABLE_ROLES, needsApartment, ROLES } from './role';
import { z } from './zod';

const BUILDING_REQUIRED = 'Building selection is required';
const APARTMENT_REQUIRED = 'Apartment selection is required for this role';

const apartmentRule = {
  path: ['apartment_id'],
  message: APARTMENT_REQUIRED,
};

const invitableRole = z.enum(INVITABLE_ROLES, { error: 'Please select a valid role' });

/** Invite user form (SPEC.md point 5): undefined = nothing selected, null = "No specific apartment". */
export const inviteFormSchema = z
  .object({
    email: z.email('Invalid email address'),
    role: invitableRole,
    condo_id: z
      .union([idNumber(BUILDING_REQUIRED), z.undefined()])
      .refine((value) => value !== undefined, BUILDING_REQUIRED),
    apartment_id: idNumber(APARTMENT_REQUIRED).nullable().optional(),
  })
  .refine((form) => !needsApartment(form.role) || form.apartment_id != null, apartmentRule);
export type InviteForm = z.input<typeof inviteFormSchema>;

/** POST /admin/invite-user. Ids are integers on the wire. */
export const invitePayloadSchema = z
  .object({
    email: emailAddress,
    role: invitableRole,
    condo_id: z.preprocess(numberFromText, idNumber(BUILDING_REQUIRED)),
    apartment_id: z.preprocess(numberFromText, idNumber(APARTMENT_REQUIRED).nullable().optional()),
  })
  .refine((form) => !needsApartment(form.role) || form.apartment_id != null, apartmentRule)
  .meta({ id: 'InvitePayload' });
export type InvitePayload = z.infer<typeof invitePayloadSchema>;

/** Form to wire; no apartment_id where no apartment is meant. */
export function toInvitePayload(form: z.output<typeof inviteFormSchema>): InvitePayload {
  const payload: InvitePayload = {
    email: form.email,
    role: form.role,
    condo_id: form.condo_id,
  };
  if (form.apartment_id != null) payload.apartment_id = form.apartment_id;
  return payload;
}

/** An invitation as the embedded API answers it. `expires_at` and `mail` are its own extras (GET /capabilities). */
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
    mail: z
      .object({
        state: z.enum(['queued', 'sent', 'failed']),
        detail: z.string().nullable(),
        updated_at: instant,
      })
      .optional(),
  })
  .meta({ id: 'Invitation' });

export const invitationListSchema = z.array(invitationSchema);

/** GET /admin/invitations query: only pending ones are listed. */
export const invitationListQuerySchema = z.object({
  status: z.literal('pending').default('pending'),
});
