import { emailAddress } from '~/fields/field';
import { passkeyAssertionSchema } from './passkeys';
import { z } from '~/fields/zod';
import { rule, RULES } from '~/language/rules';

export const ACCESS_DENIED_MESSAGE = RULES.access_denied;

const notAnEmail = rule('not_an_email');
const passwordRequired = rule('required', { field: 'Password' });

/** Limit of a typed code: a recovery code with its dashes is shorter. */
const OTP_LIMIT_CHARS = 64;

export const loginFormSchema = z.object({
  email: emailAddress,
  password: z.string().min(1, passwordRequired),
  /** A code of the second factor, after the API has requested one. */
  otp: z
    .string()
    .min(1, rule('required', { field: 'Authentication code' }))
    .max(OTP_LIMIT_CHARS, rule('code_too_long'))
    .optional(),
  /** A passkey's signature, which replaces the code. */
  passkey: passkeyAssertionSchema.optional(),
});
export type LoginForm = z.infer<typeof loginFormSchema>;

/** POST /auth/login body: the wire calls the e-mail `username`. */
export const loginPayloadSchema = z
  .object({
    username: z.string(notAnEmail).min(1, notAnEmail).max(254),
    password: z.string(passwordRequired).min(1, passwordRequired).max(1024),
    otp: z.string().max(OTP_LIMIT_CHARS).optional().meta({
      description:
        'A code of the authenticator app, or a recovery code, after a 401 with the code second_factor_required',
    }),
    passkey: passkeyAssertionSchema.optional().meta({
      description: 'In place of otp: what a passkey has signed of the answer to passkey-options',
    }),
  })
  .meta({ id: 'LoginPayload' });
export type LoginPayload = z.infer<typeof loginPayloadSchema>;

/** Body of POST /auth/passkey-options. It repeats the first step, since an account's passkeys are private. */
export const passkeyOptionsPayloadSchema = loginPayloadSchema
  .pick({ username: true, password: true })
  .meta({ id: 'PasskeyOptionsPayload' });

/** The signed-in user; further fields of the user object pass through untouched. */
const sessionUserSchema = z
  .looseObject({
    is_superuser: z.boolean(),
    first_name: z.string().nullable().optional(),
    email: z.string().nullable().optional(),
  })
  .meta({ id: 'SessionUser' });

export const loginResponseSchema = z
  .object({ access_token: z.string().min(1), user: sessionUserSchema })
  .meta({ id: 'LoginResponse' });
export type LoginResponse = z.infer<typeof loginResponseSchema>;

export function toLoginPayload({ email, password, otp, passkey }: LoginForm): LoginPayload {
  return { username: email, password, ...(otp && { otp }), ...(passkey && { passkey }) };
}
