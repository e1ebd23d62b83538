import { isCommonPassword } from './common-passwords';
import { PASSWORD_MAX_CHARS, PASSWORD_MIN_CHARS } from './limits';
import { linkTokenSchema } from './link-token';
import { z } from './zod';

const COMMON_MESSAGE = 'This password is too common. Please choose another one';

/** A new password: checked by its length and against common ones (NIST SP 800-63B). */
export const newPasswordSchema = z
  .string({ error: 'Password is required' })
  .min(PASSWORD_MIN_CHARS, {
    error: `Password must be at least ${PASSWORD_MIN_CHARS} characters`,
    abort: true,
  })
  .max(PASSWORD_MAX_CHARS, {
    error: `Password must be at most ${PASSWORD_MAX_CHARS} characters`,
    abort: true,
  })
  .refine((password) => !isCommonPassword(password), COMMON_MESSAGE);

/** The problem with a new password of the account with this address, or null. The address itself counts as too common. */
export function findPasswordProblem(password: string, email: string): string | null {
  const { error } = newPasswordSchema.safeParse(password);
  if (error) return error.issues[0]?.message ?? COMMON_MESSAGE;
  return password.normalize('NFKC').toLowerCase() === email.toLowerCase() ? COMMON_MESSAGE : null;
}

export const setPasswordFormSchema = z.object({ password: newPasswordSchema });

export const setPasswordPayloadSchema = setPasswordFormSchema
  .extend({ token: linkTokenSchema })
  .meta({ id: 'SetPasswordPayload' });
export type SetPasswordPayload = z.infer<typeof setPasswordPayloadSchema>;

/** The account whose password an open link sets. */
export const passwordLinkSchema = z.object({ email: z.string() }).meta({ id: 'PasswordLink' });
export type PasswordLink = z.infer<typeof passwordLinkSchema>;
