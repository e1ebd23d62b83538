import { emailAddress } from './field';
import { z } from './zod';

/** POST /auth/forgot-password (docs/behaviour.md, "Accounts"). */
export const forgotPasswordSchema = z
  .object({ email: emailAddress })
  .meta({ id: 'ForgotPassword' });
export type ForgotPassword = z.infer<typeof forgotPasswordSchema>;
