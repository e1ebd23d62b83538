import { emailAddress, instant, languageTag } from '~/fields/field';
import { mailStateSchema } from '~/invitations/schema';
import { z } from '~/fields/zod';
import { RIGHTS } from './rights';

const rights = z.enum(RIGHTS);

/** Super administrators and invitations to become one (docs/behaviour/administrators.md). */
export const administratorSchema = z
  .object({
    id: z.int(),
    email: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    rights,
    last_login: instant.nullable(),
    /** True for the caller, who can't withdraw their own rights. */
    is_current: z.boolean(),
  })
  .meta({ id: 'Administrator' });
export type Administrator = z.infer<typeof administratorSchema>;

export const administratorInvitationSchema = z
  .object({
    id: z.int(),
    email: z.string(),
    rights,
    created_at: instant,
    expires_at: instant,
    /** State of the invitation's mail; null if a command printed the link instead. */
    mail: mailStateSchema.nullable(),
  })
  .meta({ id: 'AdministratorInvitation' });
export type AdministratorInvitation = z.infer<typeof administratorInvitationSchema>;

export const inviteAdministratorSchema = z
  .object({
    email: emailAddress,
    rights: rights.optional().meta({
      description: 'By default everything, or those of the earlier invitation',
    }),
    language: languageTag.optional(),
  })
  .meta({ id: 'InviteAdministrator' });
export type InviteAdministrator = z.infer<typeof inviteAdministratorSchema>;

export const administratorRightsSchema = z.object({ rights }).meta({ id: 'AdministratorRights' });

export const failedSignInCountsSchema = z
  .object({
    last_24_hours: z.int(),
    last_90_days: z.int(),
    without_account: z.int(),
  })
  .meta({ id: 'FailedSignInCounts' });
export type FailedSignInCounts = z.infer<typeof failedSignInCountsSchema>;
