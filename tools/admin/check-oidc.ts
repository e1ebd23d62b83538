import {
  fetchLimited,
  createProvider,
  CLOCK_TOLERANCE_SECONDS,
  TIMEOUT_SECONDS,
} from '~/accounts/server/provider/openid-client';
import { PROVIDER_PATH } from '~/accounts/provider';
import { redirectUri } from '~/accounts/server/provider/provider-desk';
import { describeProviderError } from '~/accounts/server/provider/provider-error';
import { findRejected } from '~/accounts/server/provider/provider-sign-ins.repo';
import { createToken } from '~/accounts/server/tokens';
import { fieldsOf } from '~/fields/reading';
import { openDatabase } from '~/platform/database/connect.server';
import type { ProviderSettings, Settings } from '~/platform/settings.server';
import { printingLog, UsageError, type Print } from '../command';

type Metadata = Readonly<Record<string, unknown>>;

/** The result of a step: good, to be changed, or to be checked by a person. */
interface Step {
  is: 'ok' | 'change' | 'look';
  what: string;
}

const ok = (what: string): Step => ({ is: 'ok', what });
const change = (what: string): Step => ({ is: 'change', what });
const look = (what: string): Step => ({ is: 'look', what });

/** Hints for a provider's document that cannot be read, by the first matching error code. */
const DISCOVERY_HINTS: readonly [code: RegExp, hint: string][] = [
  [
    /CERT|SSL|TLS|VERIFY/,
    'its certificate is not trusted here: set NODE_EXTRA_CA_CERTS to the file of your certificate authority',
  ],
  [
    /^E(?!RR)[A-Z]+|TIMEOUT/,
    'this machine does not reach it: check OIDC_ISSUER, DNS and the firewall',
  ],
  [
    /^ISSUER$|COMPARISON/,
    'it calls itself otherwise: OIDC_ISSUER must be its "issuer" to the letter, a slash at the end too, and of one tenant',
  ],
  [
    /^CLIENT_AUTHENTICATION$/,
    'let the client authenticate by client_secret_basic or client_secret_post there',
  ],
  [
    /./,
    'there is no OpenID provider at this address: OIDC_ISSUER is what comes before /.well-known/openid-configuration',
  ],
];

/**
 * `npm run admin -- check-oidc`: checks everything that a sign-in by the provider needs, and says what to
 * change.
 * @throws UsageError if something has to be changed
 */
export async function checkOidc(settings: Settings, print: Print): Promise<void> {
  const { provider, publicUrl } = settings;
  if (!provider) throw new UsageError('OIDC_ISSUER, OIDC_CLIENT_ID and PUBLIC_URL are not set.');
  let wrong = 0;
  const say = ({ is, what }: Step) => {
    if (is === 'change') wrong += 1;
    print(`${is.padEnd(7)} ${what}`);
  };
  for await (const step of steps(provider, publicUrl)) say(step);
  if (provider.adminClaim) {
    const { name, value } = provider.adminClaim;
    say(await checkRejected(settings, `Claim ${name} with ${value}`, print));
  }
  if (wrong > 0) throw new UsageError(`\n${wrong} to change.`);
}

async function* steps(provider: ProviderSettings, publicUrl: string): AsyncGenerator<Step> {
  const address = redirectUri(publicUrl);
  const client = createProvider(provider, address);
  const begun = { state: createToken(), nonce: createToken(), codeVerifier: createToken() };
  let metadata: Metadata;
  let url: string;
  try {
    url = await client.addressFor({ ...begun, isAgain: false });
    metadata = { ...(await client.discover()).serverMetadata() };
  } catch (error) {
    const { codes, claim } = describeProviderError(error);
    if (claim !== undefined) codes.push(`${claim} is not supported`);
    const [, hint = ''] =
      DISCOVERY_HINTS.find(([code]) => codes.some((one) => code.test(one))) ?? [];
    yield change(`Discovery: ${provider.issuer} (${codes.join(', ')}): ${hint}`);
    return;
  }
  yield ok(`Discovery: ${provider.issuer}`);
  const response = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_SECONDS * 1000),
  }).catch(() => null);
  yield checkRedirect(response, address, provider.clientId);
  if (response) yield checkClock(response.headers.get('date'), Date.now());
  yield await checkKeys(String(metadata.jwks_uri));
  yield* checkMetadata(metadata, provider, publicUrl);
}

/**
 * Checks the redirect address. For an unknown address providers show their own page instead of redirecting.
 */
function checkRedirect(answer: Response | null, address: string, clientId: string): Step {
  const back = answer?.headers.get('location') ?? '';
  const errorCode = back.startsWith(address) && /[?&#]error=([a-z_]+)/.exec(back)?.[1];
  if (errorCode) {
    return change(
      `Redirect address: the provider answers ${errorCode}: check OIDC_SCOPES and that ${clientId} may use the code flow`,
    );
  }
  if (!answer || answer.status >= 400) {
    return change(
      `Redirect address (${answer?.status ?? 'no answer'}): register ${address} for the client ${clientId}, to the letter`,
    );
  }
  return look(
    `Redirect address: must be registered for the client ${clientId}, to the letter: ${address}`,
  );
}

/** The newest sign-in that the panel has rejected because of the claim. */
async function checkRejected(settings: Settings, claim: string, print: Print): Promise<Step> {
  const options = { ...settings, log: printingLog(print), existing: true, reachWithinMs: 0 };
  try {
    const { db, close } = await openDatabase(options);
    try {
      const rejected = await findRejected(db);
      if (!rejected) return ok(`${claim}: nobody was rejected for it within a day`);
      const { at, received } = rejected;
      return look(`${claim} is wanted; who was rejected at ${at?.toISOString()} had ${received}`);
    } finally {
      await close();
    }
  } catch {
    return look(
      `${claim}: the panel's database cannot be read, which knows who was rejected for it`,
    );
  }
}

/** Compares the clocks by the Date of the provider's answer. */
export function checkClock(date: string | null, now: number): Step {
  const providerTime = date === null ? Number.NaN : Date.parse(date);
  if (Number.isNaN(providerTime)) return look('Clock: the provider does not say its time');
  const seconds = Math.round((now - providerTime) / 1000);
  return Math.abs(seconds) > CLOCK_TOLERANCE_SECONDS
    ? change(`Clock: ${seconds} s away from the provider's: let this machine follow a time server`)
    : ok(`Clock: ${seconds} s away from the provider's`);
}

async function checkKeys(address: string): Promise<Step> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_SECONDS * 1000);
    const options = { method: 'GET', headers: {}, body: null, redirect: 'manual', signal } as const;
    const { keys } = fieldsOf(await (await fetchLimited(address, options)).json());
    const count = Array.isArray(keys) ? keys.length : 0;
    return count > 0
      ? ok(`Keys: ${count} at ${address}`)
      : change(`Keys: none at ${address}: let the provider sign by RS256, PS256, ES256 or EdDSA`);
  } catch (error) {
    return change(
      `Keys: ${address} cannot be read (${describeProviderError(error).codes.join(', ')})`,
    );
  }
}

/** Checks the parts of the provider's document that the panel uses. A missing optional part is a warning. */
export function checkMetadata(
  metadata: Metadata,
  { adminClaim, mfaAcr, scopes }: Pick<ProviderSettings, 'adminClaim' | 'mfaAcr' | 'scopes'>,
  publicUrl: string,
): Step[] {
  const has = (name: string, value: string) => {
    const list = metadata[name];
    return Array.isArray(list) ? list.includes(value) : undefined;
  };
  const claim = (name: string, use: string): Step =>
    has('claims_supported', name)
      ? ok(`Claim ${name}: ${use}`)
      : look(`Claim ${name}: ${use}; the provider does not list it: see that its ID token has it`);
  return [
    has('response_types_supported', 'code') === false
      ? change('Code flow: the provider does not offer response_type code')
      : ok('Code flow'),
    has('code_challenge_methods_supported', 'S256')
      ? ok('PKCE: S256')
      : look('PKCE: the provider does not say that it takes S256; it is sent all the same'),
    ...scopes
      .split(' ')
      .filter((scope) => has('scopes_supported', scope) === false)
      .map((scope) => change(`Scope ${scope}: the provider does not offer it: change OIDC_SCOPES`)),
    claim('auth_time', 'for the password again'),
    ...(adminClaim
      ? [
          claim(adminClaim.name, `administrators have the value ${adminClaim.value} in it`),
          claim('email', 'for the account of a new administrator'),
        ]
      : []),
    mfaAcr.length > 0
      ? claim('acr', `a second factor by ${mfaAcr.join(', ')}`)
      : claim('amr', 'a second factor by mfa'),
    metadata.backchannel_logout_supported === true
      ? look(`Back-channel logout: register ${publicUrl}/api${PROVIDER_PATH}/logout`)
      : ok('Back-channel logout: the provider does not offer it; sessions here end by themselves'),
  ];
}
