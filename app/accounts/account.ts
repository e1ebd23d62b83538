import { instant, languageTag } from '~/fields/field';
import { PASSWORD_MAX_CHARS } from '~/fields/limits';
import { newPasswordSchema, passwordRequired, passwordTooLong } from './new-password';
import { RIGHTS } from './rights';
import { loginPayloadSchema } from './session';
import { userUpdateSchema } from '~/users/schema';
import { z } from '~/fields/zod';

/** The signed-in person's account (docs/behaviour/account.md). */
export const accountSchema = z
  .object({
    id: z.int(),
    email: z.string(),
    first_name: z.string().nullable(),
    last_name: z.string().nullable(),
    rights: z.enum(RIGHTS),
    /** Language of the screens and of mails; missing until one is chosen. */
    language: z.string().optional(),
    /** True for a mail once a day while proposals are open. */
    proposal_mails: z.boolean(),
  })
  .meta({ id: 'Account' });
export type Account = z.infer<typeof accountSchema>;

export const accountUpdateSchema = userUpdateSchema
  .omit({ phone: true })
  .extend({ language: languageTag.optional(), proposal_mails: z.boolean().optional() })
  .meta({ id: 'AccountUpdate' });
export type AccountUpdate = z.infer<typeof accountUpdateSchema>;

/** A current password, as proof of who is at the keyboard. */
export const knownPasswordSchema = z
  .string(passwordRequired)
  .min(1, passwordRequired)
  .max(PASSWORD_MAX_CHARS, passwordTooLong);

/** POST /admin/account/password. A wrong `current_password` is a 422: a 401 would end the session. */
export const changePasswordSchema = z
  .object({ current_password: knownPasswordSchema, new_password: newPasswordSchema })
  .meta({ id: 'ChangePassword' });

/**
 * POST /admin/account/reauthentication. A wrong password is a 422 on that field. An account with a second
 * factor also sends `otp` or `passkey`.
 */
export const reauthenticationSchema = z
  .object({
    password: knownPasswordSchema,
    ...loginPayloadSchema.pick({ otp: true, passkey: true }).shape,
  })
  .meta({ id: 'Reauthentication' });
export type Reauthentication = z.infer<typeof reauthenticationSchema>;

/** A session of the signed-in account. Address and user agent are those of its sign-in, null if unknown. */
export const accountSessionSchema = z
  .object({
    id: z.int(),
    is_current: z.boolean(),
    user_agent: z.string().nullable(),
    address: z.string().nullable(),
    created_at: instant,
    last_used_at: instant,
  })
  .meta({ id: 'AccountSession' });
export type AccountSession = z.infer<typeof accountSessionSchema>;

/** Failed sign-ins from one address within an hour. The typed passwords are not stored. */
export const failedSignInSchema = z
  .object({ hour: instant, address: z.string(), attempts: z.int() })
  .meta({ id: 'FailedSignIn' });
export type FailedSignIn = z.infer<typeof failedSignInSchema>;
