import type { Configuration, CustomFetch, IDToken } from 'openid-client';
import type { ProviderSettings } from '~/lib/settings.server';
import { limitStream } from '~/lib/limit-stream';

/** For each request to the provider, with its answer. */
const TIMEOUT_SECONDS = 10;
const ANSWER_LIMIT_BYTES = 1024 * 1024;
/** How far the provider's clock may be away. */
const CLOCK_TOLERANCE_SECONDS = 60;
/** How long what the provider says of itself is believed; it looks up new keys by itself. */
const DISCOVERY_MS = 60 * 60_000;

/** The values of a begun sign-in that the provider's answer is compared with. */
export interface BegunSignIn {
  state: string;
  nonce: string;
  codeVerifier: string;
}

/** The OpenID provider of the settings. */
export interface Provider {
  /** Where the browser goes. @throws where the provider cannot be reached, or is another one than the settings say */
  addressFor(begun: BegunSignIn): Promise<string>;
  /**
   * Exchanges the code in the address that the provider has sent the browser to for the claims of the person's ID token.
   * @throws where anything about the answer or its ID token is not as it must be
   */
  identify(callback: URL, begun: BegunSignIn): Promise<IDToken>;
}

/** @param redirectUri the address that the provider sends people back to */
export function createProvider(settings: ProviderSettings, redirectUri: string): Provider {
  let known: { discovery: Promise<Configuration>; until: number } | undefined;

  function configuration(): Promise<Configuration> {
    if (known && known.until > Date.now()) return known.discovery;
    const discovery = discover(settings);
    known = { discovery, until: Date.now() + DISCOVERY_MS };
    discovery.catch(() => {
      known = undefined;
    });
    return discovery;
  }

  return {
    async addressFor({ state, nonce, codeVerifier }) {
      const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await import('openid-client');
      const address = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: settings.scopes,
        state,
        nonce,
        code_challenge: await calculatePKCECodeChallenge(codeVerifier),
        code_challenge_method: 'S256',
      });
      // The browser goes there: no address of another kind.
      if (address.protocol !== new URL(settings.issuer).protocol) {
        throw new Error('The authorization endpoint has another scheme than the issuer');
      }
      return address.href;
    },
    async identify(callback, { state, nonce, codeVerifier }) {
      const { authorizationCodeGrant } = await import('openid-client');
      // The address that was registered: what the proxy makes of it is another one.
      const address = new URL(redirectUri);
      address.search = callback.search;
      const tokens = await authorizationCodeGrant(await configuration(), address, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: codeVerifier,
        idTokenExpected: true,
      });
      const claims = tokens.claims();
      if (!claims) throw new Error('The provider has sent no ID token');
      return claims;
    },
  };
}

async function discover(settings: ProviderSettings): Promise<Configuration> {
  const { issuer, clientId, clientSecret } = settings;
  const client = await import('openid-client');
  const { discovery, customFetch, clockTolerance, None, ClientSecretBasic } = client;
  const configuration = await discovery(
    new URL(issuer),
    clientId,
    { [clockTolerance]: CLOCK_TOLERANCE_SECONDS },
    clientSecret === undefined ? None() : ClientSecretBasic(clientSecret),
    {
      timeout: TIMEOUT_SECONDS,
      [customFetch]: fetchLimited,
      // The ID token's signature is checked by the provider's keys too, not by TLS alone.
      execute: [
        client.enableNonRepudiationChecks,
        ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
      ],
    },
  );
  return configuration;
}

/** Nobody fills the memory by an answer without an end. */
const fetchLimited: CustomFetch = async (url, { body, signal, ...options }) => {
  // A form, or nothing: this client sends no other bodies.
  const form = body instanceof URLSearchParams ? body : null;
  const answer = await fetch(url, { ...options, body: form, signal: signal ?? null });
  if (!answer.body) return answer;
  const tooLong = () =>
    new Error(`The provider's answer is longer than ${ANSWER_LIMIT_BYTES} bytes`);
  const limited = limitStream(answer.body, ANSWER_LIMIT_BYTES, tooLong);
  return new Response(limited, { status: answer.status, headers: answer.headers });
};
