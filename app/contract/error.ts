import { z } from './zod';

/** The body of every error response: `detail` is shown to the user; 422 also names the fields (docs/behaviour.md, "Embedded API"). */
export const apiErrorSchema = z
  .object({
    detail: z.string(),
    errors: z.array(z.object({ field: z.string(), message: z.string() })).optional(),
  })
  .meta({ id: 'ApiError' });

/** GET /capabilities: what the embedded API offers beyond the wire contract. An external API has no such call. */
export const capabilitiesSchema = z
  .object({
    invitation_mail_state: z.boolean(),
    invitation_expiry: z.boolean(),
    logout: z.boolean(),
    bulk_imports: z.boolean(),
  })
  .meta({ id: 'Capabilities' });
