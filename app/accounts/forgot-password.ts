import { emailAddress } from '~/fields/field';
import { z } from '~/fields/zod';

export const forgotPasswordSchema = z
  .object({ email: emailAddress })
  .meta({ id: 'ForgotPassword' });
export type ForgotPassword = z.infer<typeof forgotPasswordSchema>;
