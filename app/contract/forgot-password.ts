import { emailAddress } from './field';
import { z } from './zod';

export const forgotPasswordSchema = z
  .object({ email: emailAddress })
  .meta({ id: 'ForgotPassword' });
export type ForgotPassword = z.infer<typeof forgotPasswordSchema>;
