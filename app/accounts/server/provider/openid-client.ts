import type { Configuration, CustomFetch, ServerMetadata } from 'openid-client';
import type { ProviderSettings } from '~/platform/settings.server';
import { limitStream } from '~/platform/streams';
import { outsideTimeLimit } from '~/platform/database/time-limits.server';
import { ProviderError } from './provider-error';

/** Time limit of each request to the provider, including its answer. */
export const TIMEOUT_SECONDS = 10;
const ANSWER_LIMIT_BYTES = 1024 * 1024;
/** Allowed difference between the provider's clock and ours. */
export const CLOCK_TOLERANCE_SECONDS = 60;

/** The values of a begun sign-in that the provider's answer is compared with. */
interface BegunSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** True if the person has to sign in there again, even with a session at the provider. */
  isAgain: boolean;
}

export type Provider = ReturnType<typeof createProvider>;

/**
 * The OpenID provider of the settings.
 * @param redirectUri the address that the provider sends people back to
 */
export function createProvider(
  settings: ProviderSettings,
  redirectUri: string,
  timeoutSeconds = TIMEOUT_SECONDS,
) {
  const find = () => discover(settings, timeoutSeconds);
  return {
    /**
     * Reads the provider's metadata. It is read each time, as the provider's keys may change.
     * @throws if that fails
     */
    discover: find,
    /** Builds the address for the browser. @throws as discover() */
    async addressFor({ state, nonce, codeVerifier, isAgain }: BegunSignIn) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
      const address = buildAuthorizationUrl(await find(), {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
        ...(isAgain && { max_age: '0' }),
        ...(settings.mfaAcr.length > 0 && { acr_values: settings.mfaAcr.join(' ') }),
      });
      // The browser opens this address, so it must have the issuer's protocol.
      if (address.protocol !== new URL(settings.issuer).protocol) {
        throw new ProviderError('AUTHORIZATION_ENDPOINT_SCHEME');
      }
      return address.href;
    },
    /** Exchanges the callback's code for the ID token's claims. @throws if anything in it is invalid */
    async identify(callback: URL, { state, nonce, codeVerifier }: Omit<BegunSignIn, 'isAgain'>) {
      const { authorizationCodeGrant } = await import('openid-client');
      // The registered address, which may differ from the one that a proxy passes on.
      const address = new URL(redirectUri);
      address.search = callback.search;
      const tokens = await authorizationCodeGrant(await find(), address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new ProviderError('NO_ID_TOKEN');
      // The library checks `azp` only in a token for several clients.
      const { azp = settings.clientId } = claims;
      if (azp !== settings.clientId) throw new ProviderError('AUTHORIZED_PARTY', 'azp');
      return claims;
    },
    /** Builds the address that ends the provider's session, or null. @throws as discover() */
    async logoutAddress() {
      const { buildEndSessionUrl } = await import('openid-client');
      const configuration = await find();
      if (!configuration.serverMetadata().end_session_endpoint) return null;
      const address = buildEndSessionUrl(configuration);
      return address.protocol === new URL(settings.issuer).protocol ? address.href : null;
    },
  };
}

async function discover(settings: ProviderSettings, timeout: number): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const client = await import('openid-client');
  const { discovery, customFetch, clockTolerance } = client;
  const methods = {
    none: client.None(),
    client_secret_basic: client.ClientSecretBasic(clientSecret),
    client_secret_post: client.ClientSecretPost(clientSecret),
  };
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    clientSecret === undefined
      ? methods.none
      : (metadata, ...request) => methods[clientMethod(metadata)](metadata, ...request),
    {
      timeout,
      [customFetch]: fetchLimited,
      // The ID token's signature is also checked by the provider's keys, not by TLS alone.
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  // One Entra ID document serves all tenants: anybody could become an administrator by a tenant of their
  // own.
  if (new URL(configuration.serverMetadata().issuer).href !== new URL(issuer).href) {
    throw new ProviderError('ISSUER');
  }
  clientMethod(configuration.serverMetadata());
  return configuration;
}

const CLIENT_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/** Chooses how to send the client secret, by the provider's document. @throws if none is supported */
function clientMethod({ token_endpoint_auth_methods_supported: listed }: ServerMetadata) {
  const offered = listed?.length ? listed : CLIENT_METHODS;
  const method = CLIENT_METHODS.find((one) => offered.includes(one));
  if (!method) throw new ProviderError('CLIENT_AUTHENTICATION', String(offered));
  return method;
}

const tooLong = () => new ProviderError('ANSWER_TOO_LONG');

/**
 * Limits the answer's length, so that an endless one cannot fill the memory. Waiting for it does not count
 * towards the database's time limit.
 */
export const fetchLimited: CustomFetch = (url, { body, signal, ...options }) =>
  outsideTimeLimit(async () => {
    // This client sends forms or nothing.
    const form = body instanceof URLSearchParams ? body : null;
    const answer = await fetch(url, { ...options, body: form, signal: signal ?? null });
    if (!answer.body) return answer;
    const limited = limitStream(answer.body, ANSWER_LIMIT_BYTES, tooLong);
    // The body is read here, so that slow bodies count as waiting too.
    const { status, headers } = answer;
    return new Response(await new Response(limited).arrayBuffer(), { status, headers });
  });
