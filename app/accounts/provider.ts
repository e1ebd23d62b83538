import { instant } from '~/fields/field';
import { linkTokenSchema } from './new-password';
import { loginPayloadSchema } from './session';
import { z } from '~/fields/zod';

/* Signing in by an OpenID provider (docs/behaviour/provider.md). */

/** Fragment of the address after the provider's answer, followed by a one-time code, or nothing on error. */
export const PROVIDER_ANSWER = '#provider=';

export const PROVIDER_PATH = '/auth/provider';

/** Prefix of the channel on which a window receives the provider's answer; the request's state follows. */
export const PROVIDER_CHANNEL = 'provider:';

/** 256 random bits in base64url, or hexadecimal from the panel. */
const secret = z.string().regex(/^[\w-]{43,64}$/);

export const providerStartSchema = z
  .object({
    /** A path of the panel to open after the sign-in. */
    redirect: z.string().max(2000).optional(),
    browser: secret.meta({
      description: 'A new secret of the browser, which alone can use what comes of this',
    }),
  })
  .meta({ id: 'ProviderStart' });
export type ProviderStart = z.infer<typeof providerStartSchema>;

export const providerAddressSchema = z
  .object({ url: z.string().meta({ description: 'Where the browser goes next' }) })
  .meta({ id: 'ProviderAddress' });

/** Code that the provider's answer brought to the page, and the secret of the browser that began. */
export const providerCodeSchema = z
  .object({ code: secret, browser: secret })
  .meta({ id: 'ProviderCode' });
export type ProviderCode = z.infer<typeof providerCodeSchema>;

/** POST /auth/provider, with the second factor if one was requested. */
export const providerSignInSchema = providerCodeSchema
  .extend(loginPayloadSchema.pick({ otp: true, passkey: true }).shape)
  .meta({ id: 'ProviderSignIn' });
export type ProviderSignIn = z.infer<typeof providerSignInSchema>;

export const acceptByProviderSchema = z.object({ provider: providerCodeSchema });
export const acceptByProviderPayloadSchema = acceptByProviderSchema
  .extend({ token: linkTokenSchema })
  .meta({ id: 'AcceptByProviderPayload' });

export const acceptStartSchema = providerStartSchema
  .pick({ browser: true })
  .extend({ token: linkTokenSchema })
  .meta({ id: 'AcceptStart' });

/** An account at the provider that signs in to one's own account here. */
export const identitySchema = z
  .object({
    id: z.int(),
    issuer: z.string(),
    subject: z.string().meta({ description: "The provider's own name of the account" }),
    created_at: instant,
    last_used_at: instant.nullable(),
  })
  .meta({ id: 'Identity' });
export type Identity = z.infer<typeof identitySchema>;
