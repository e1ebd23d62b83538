import { z } from './zod';

export const ACCESS_DENIED_MESSAGE =
  'Access denied. Only super administrators can access the admin panel.';

/** Admin Login form. */
export const loginFormSchema = z.object({
  email: z.email('Invalid email address'),
  password: z.string().min(1, 'Password is required'),
});
export type LoginForm = z.infer<typeof loginFormSchema>;

/** POST /auth/login body: the wire calls the e-mail `username`. */
export const loginPayloadSchema = z
  .object({
    username: z.string({ error: 'Invalid email address' }).min(1, 'Invalid email address').max(254),
    password: z.string({ error: 'Password is required' }).min(1, 'Password is required').max(1024),
  })
  .meta({ id: 'LoginPayload' });
export type LoginPayload = z.infer<typeof loginPayloadSchema>;

/** The signed-in user; further fields of the user object pass through untouched. */
export const sessionUserSchema = z
  .looseObject({
    is_superuser: z.boolean(),
    first_name: z.string().nullable().optional(),
    email: z.string().nullable().optional(),
  })
  .meta({ id: 'SessionUser' });

/** Response of POST /auth/login. */
export const loginResponseSchema = z
  .object({ access_token: z.string().min(1), user: sessionUserSchema })
  .meta({ id: 'LoginResponse' });
export type LoginResponse = z.infer<typeof loginResponseSchema>;

export function toLoginPayload(form: LoginForm): LoginPayload {
  return { username: form.email, password: form.password };
}
