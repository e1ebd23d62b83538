import { emailAddress } from '~/fields/field';
import { passkeyAssertionSchema } from './passkeys';
import { z } from '~/fields/zod';

export const ACCESS_DENIED_MESSAGE =
  'Access denied. Only super administrators can access the admin panel.';

/** Recovery codes with their dashes, and more. */
const OTP_LIMIT_CHARS = 64;

export const loginFormSchema = z.object({
  email: emailAddress,
  password: z.string().min(1, 'Password is required'),
  /** A code of the second factor, after the API has requested one. */
  otp: z
    .string()
    .min(1, 'Authentication code is required')
    .max(OTP_LIMIT_CHARS, 'This code is too long')
    .optional(),
  /** A passkey's signature, in place of the code. */
  passkey: passkeyAssertionSchema.optional(),
});
export type LoginForm = z.infer<typeof loginFormSchema>;

/** POST /auth/login body: the wire calls the e-mail `username`. */
export const loginPayloadSchema = z
  .object({
    username: z.string({ error: 'Invalid email address' }).min(1, 'Invalid email address').max(254),
    password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(1024),
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
export const sessionUserSchema = z
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
