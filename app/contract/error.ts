import { ERROR_CODES } from './error-codes';
import { FACTOR_KINDS } from './factor-kinds';
import { z } from './zod';

export const fieldErrorSchema = z.object({ field: z.string(), message: z.string() });
/** One invalid field of a request, by its name on the wire, and why. */
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** The body of every error response: `detail` is shown to the user; 422 also names the fields (docs/behaviour.md, "Embedded API"). */
export const apiErrorSchema = z
  .object({
    detail: z.string(),
    errors: z.array(fieldErrorSchema).optional(),
    code: z.enum(ERROR_CODES).optional(),
    /** With second_factor_required: what the account can show. */
    factors: z.array(z.enum(FACTOR_KINDS)).optional(),
  })
  .meta({ id: 'ApiError' });
