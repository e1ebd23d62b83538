import { instant, requiredText } from '~/fields/field';
import { z } from '~/fields/zod';

/* The JSON forms of Web Authentication level 3 that the panel uses (docs/behaviour/second-factor.md). */

export const PASSKEY_CHALLENGE_MS = 5 * 60_000;
const PASSKEY_NAME_LIMIT_CHARS = 60;
/** 1,023 bytes, the longest that a credential's id may be, in base64url. */
const ID_LIMIT_CHARS = 1_364;
const PART_LIMIT_CHARS = 16_384;
const TRANSPORT_LIMIT_CHARS = 32;
const TRANSPORTS_LIMIT = 10;

const base64url = (limit: number) => z.base64url().min(1).max(limit);
const credentialId = base64url(ID_LIMIT_CHARS);
const part = base64url(PART_LIMIT_CHARS);
const transports = z.array(z.string().max(TRANSPORT_LIMIT_CHARS)).max(TRANSPORTS_LIMIT);
const publicKeyType = z.literal('public-key');

/** A passkey as its owner sees it: never its key. */
export const passkeySchema = z
  .object({
    id: z.int(),
    name: z.string(),
    created_at: instant,
    last_used_at: instant.nullable(),
    /** True if it was made for the service's current address; otherwise nobody can sign in with it. */
    is_usable: z.boolean(),
  })
  .meta({ id: 'Passkey' });

const descriptor = z.object({ id: credentialId, type: publicKeyType, transports });

/** POST /admin/account/factors/passkeys/options: the arguments of navigator.credentials.create(). */
export const passkeyCreationOptionsSchema = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ type: publicKeyType, alg: z.int() })),
    timeout: z.int(),
    excludeCredentials: z.array(descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('preferred'),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  })
  .meta({ id: 'PasskeyCreationOptions' });
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptionsSchema>;

/** POST /auth/passkey-options: the arguments of navigator.credentials.get(). */
export const passkeyRequestOptionsSchema = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    allowCredentials: z.array(descriptor),
    userVerification: z.literal('required'),
  })
  .meta({ id: 'PasskeyRequestOptions' });
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptionsSchema>;

const passkeyName = requiredText('Name', PASSKEY_NAME_LIMIT_CHARS);

export const passkeyFormSchema = z.object({ name: passkeyName });

/** POST /admin/account/factors/passkeys: what navigator.credentials.create() answered, and a name for it. */
export const newPasskeySchema = z
  .object({
    name: passkeyName,
    credential: z.object({
      id: credentialId,
      rawId: credentialId,
      type: publicKeyType,
      response: z.object({
        clientDataJSON: part,
        attestationObject: part,
        transports: transports.optional(),
      }),
    }),
  })
  .meta({ id: 'NewPasskey' });
export type NewPasskey = z.infer<typeof newPasskeySchema>;

/** `passkey` of POST /auth/login: what navigator.credentials.get() answered. */
export const passkeyAssertionSchema = z
  .object({
    id: credentialId,
    rawId: credentialId,
    type: publicKeyType,
    response: z.object({ clientDataJSON: part, authenticatorData: part, signature: part }),
  })
  .meta({ id: 'PasskeyAssertion' });
export type PasskeyAssertion = z.infer<typeof passkeyAssertionSchema>;
