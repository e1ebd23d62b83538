import { z } from './zod';

/** Every refusal's body: `detail` is shown to the user; 422 also names the fields (READINGS.md). */
export const apiErrorSchema = z
  .object({
    detail: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'ApiError' });

/** GET /capabilities: what the embedded API offers beyond SPEC.md point 7. An external API has no such call. */
export const capabilitiesSchema = z
  .object({
    invitation_mail_state: z.boolean(),
    invitation_expiry: z.boolean(),
    logout: z.boolean(),
    bulk_imports: z.boolean(),
  })
  .meta({ id: 'Capabilities' });
