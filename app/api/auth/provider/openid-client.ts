import type { Configuration, CustomFetch, IDToken, ServerMetadata } from 'openid-client';
import type { ProviderSettings } from '~/lib/settings.server';
import { limitStream } from '~/lib/limit-stream';
import { outsideTimeLimit } from '../../db/time-limits.server';
import { ProviderError } from './provider-error';

/** For each request to the provider, with its answer. */
export const TIMEOUT_SECONDS = 10;
const ANSWER_LIMIT_BYTES = 1024 * 1024;
/** How far the provider's clock may be away. */
export const CLOCK_TOLERANCE_SECONDS = 60;

/** The values of a begun sign-in that the provider's answer is compared with. */
export interface BegunSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
  /** The person has to sign in there again, whatever session the provider has. */
  isAgain: boolean;
}

/** The OpenID provider of the settings. */
export interface Provider {
  /** The provider's metadata. They are read each time: its keys and addresses may have changed. @throws where it cannot be reached, or is another one */
  discover(): Promise<Configuration>;
  /** Where the browser goes. @throws as discover() */
  addressFor(begun: BegunSignIn): Promise<string>;
  /**
   * Exchanges the code in the address that the provider has sent the browser to for the claims of the person's ID token.
   * @throws where anything about the answer or its ID token is not as it must be
   */
  identify(callback: URL, begun: BegunSignIn): Promise<IDToken>;
  /** Where the browser goes to end the provider's own session; null where it offers none. @throws as discover() */
  logoutAddress(): Promise<string | null>;
}

/** @param redirectUri the address that the provider sends people back to */
export function createProvider(
  settings: ProviderSettings,
  redirectUri: string,
  timeoutSeconds = TIMEOUT_SECONDS,
): Provider {
  const find = () => discover(settings, timeoutSeconds);
  return {
    discover: find,
    async addressFor({ state, nonce, codeVerifier, isAgain }) {
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
      // The browser goes there: no address of another kind.
      if (address.protocol !== new URL(settings.issuer).protocol) {
        throw new ProviderError('AUTHORIZATION_ENDPOINT_SCHEME');
      }
      return address.href;
    },
    async identify(callback, { state, nonce, codeVerifier }) {
      const { authorizationCodeGrant } = await import('openid-client');
      // The address that was registered: what the proxy makes of it is another one.
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
      // The library compares it only in a token for several clients.
      const { azp = settings.clientId } = claims;
      if (azp !== settings.clientId) throw new ProviderError('AUTHORIZED_PARTY', 'azp');
      return claims;
    },
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
      // The ID token's signature is checked by the provider's keys too, not by TLS alone.
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  // The library lets documents stand for all tenants of Entra ID: anybody could be an administrator by a tenant of their own.
  if (new URL(configuration.serverMetadata().issuer).href !== new URL(issuer).href) {
    throw new ProviderError('ISSUER');
  }
  clientMethod(configuration.serverMetadata());
  return configuration;
}

const CLIENT_METHODS = ['client_secret_basic', 'client_secret_post', 'none'] as const;

/** How the provider's document asks for the secret; the first by default. @throws where none is supported */
export function clientMethod({ token_endpoint_auth_methods_supported: listed }: ServerMetadata) {
  const offered = listed?.length ? listed : CLIENT_METHODS;
  const method = CLIENT_METHODS.find((one) => offered.includes(one));
  if (!method) throw new ProviderError('CLIENT_AUTHENTICATION', String(offered));
  return method;
}

const tooLong = () => new ProviderError('ANSWER_TOO_LONG');

/** Nobody fills the memory by an answer without an end. The wait for it takes no time from the database's limit. */
export const fetchLimited: CustomFetch = (url, { body, signal, ...options }) =>
  outsideTimeLimit(async () => {
    // A form, or nothing: this client sends no other bodies.
    const form = body instanceof URLSearchParams ? body : null;
    const answer = await fetch(url, { ...options, body: form, signal: signal ?? null });
    if (!answer.body) return answer;
    const limited = limitStream(answer.body, ANSWER_LIMIT_BYTES, tooLong);
    // Read here, so that a body that drips counts as waiting too.
    const { status, headers } = answer;
    return new Response(await new Response(limited).arrayBuffer(), { status, headers });
  });
