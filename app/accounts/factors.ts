import { instant } from '~/fields/field';
import { passkeySchema } from './passkeys';
import { z } from '~/fields/zod';
import { rule } from '~/language/rules';

/** The second factors of an account (docs/behaviour/second-factor.md). */
export const factorsSchema = z
  .object({
    totp: z.object({ added_at: instant }).nullable(),
    /** Oldest passkey first. */
    passkeys: z.array(passkeySchema),
    recovery_codes_left: z.int(),
    /** True with REQUIRE_SECOND_FACTOR: the last factor cannot be removed. */
    required: z.boolean(),
  })
  .meta({ id: 'Factors' });
export type Factors = z.infer<typeof factorsSchema>;

/**
 * An authenticator app that is being set up: its secret in base32, and the otpauth address with that
 * secret.
 */
export const totpSetupSchema = z
  .object({ secret: z.string(), uri: z.string() })
  .meta({ id: 'TotpSetup' });
export type TotpSetup = z.infer<typeof totpSetupSchema>;

export const totpConfirmationSchema = z
  .object({
    code: z
      .string(rule('code_required'))
      .transform((code) => code.replaceAll(/\s/g, ''))
      .pipe(z.string().regex(/^\d{6}$/, rule('code_digits'))),
  })
  .meta({ id: 'TotpConfirmation' });

/** Recovery codes, shown only this once; null if the earlier ones stay valid. */
export const newRecoveryCodesSchema = z
  .object({ recovery_codes: z.array(z.string()).nullable() })
  .meta({ id: 'NewRecoveryCodes' });
