import { z } from '~/contract/zod';
import {
  APARTMENT,
  ASSOCIATION,
  BUILDING,
  USER,
  type WireEntity,
  type WireField,
} from './entities';

/*
 * The responses of the wire contract, from the lists in entities.ts or written by hand: see there.
 */

const instant = z.iso.datetime({ offset: true });
const count = z.int().nonnegative();

/** The response of one record. A text over its limit, or a number between steps, could not be saved again. */
function answerOf(entity: WireEntity): z.ZodObject {
  const fields = Object.entries(entity);
  return z.object(Object.fromEntries(fields.map(([name, field]) => [name, valueOf(field)])));
}

function valueOf(field: WireField): z.ZodType {
  const value = typeOf(field);
  return field.answered === 'nullable' ? value.nullable() : value;
}

function typeOf({ type, max, step, options }: WireField): z.ZodType {
  switch (type) {
    case 'text':
      if (options) return z.enum(options);
      return max === undefined ? z.string() : z.string().max(max);
    case 'date':
      return z.iso.date();
    case 'instant':
      return instant;
    case 'integer':
      return z.int();
    case 'number':
      return step === undefined ? z.number() : z.number().multipleOf(step);
    case 'boolean':
      return z.boolean();
  }
}

export const buildingAnswer = answerOf(BUILDING);
export const buildingList = z.array(buildingAnswer);
export const apartmentAnswer = answerOf(APARTMENT);
export const apartmentList = z.array(apartmentAnswer);

export const userAnswer = answerOf(USER).extend({
  condo_associations: z.array(answerOf(ASSOCIATION)),
});
/** One page of users. */
export const userPage = z.object({
  data: z.array(userAnswer),
  pagination: z.object({ current_page: z.int(), total_pages: z.int() }),
});

/** An invitation; `expires_at` and `mail` are extras of the embedded API. */
export const invitationAnswer = z.object({
  id: z.int(),
  email: z.string(),
  role: z.enum(['super_admin', 'building_manager', 'owner', 'renter']),
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
});
export const invitationList = z.array(invitationAnswer);

/** GET /admin/dashboard-stats */
export const statisticsAnswer = z.object({
  totalCondos: count,
  newCondosThisMonth: count,
  totalApartments: count,
  newApartmentsThisMonth: count,
  totalUsers: count,
  newUsersThisMonth: count,
  pendingInvitations: count,
  userRegistrationsByMonth: z.array(z.object({ month: z.string(), count })),
});

/** POST /auth/login; the user's other fields are kept as they are. */
export const sessionAnswer = z.object({
  access_token: z.string().min(1),
  user: z.looseObject({
    is_superuser: z.boolean(),
    first_name: z.string().nullable().optional(),
    email: z.string().nullable().optional(),
  }),
});

const fieldErrors = z.array(z.object({ field: z.string(), message: z.string() })).optional();

/** Every error response; an external API may ask for the code of a second factor. */
export const errorResponse = z.object({
  detail: z.string(),
  errors: fieldErrors,
  code: z
    .enum(['reauthentication_required', 'second_factor_required', 'second_factor_setup_required'])
    .optional(),
  factors: z.array(z.enum(['app', 'passkey', 'recovery_code'])).optional(),
});

/** Types of a bulk import. */
export const BULK_TYPES = ['condo', 'apartment', 'user_invite'] as const;
