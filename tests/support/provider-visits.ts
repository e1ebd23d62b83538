import { createToken, hashToken } from '~/accounts/server/tokens';
import {
  administratorInvitations,
  administratorLinks,
  identities,
} from '~/platform/database/schema/account';
import { providerAddressSchema } from '~/accounts/provider';
import type { ProviderSettings } from '~/platform/settings.server';
import { callsOf, type TestApi } from './api';
import { HOSTILE_CLIENT, type startHostileProvider } from './hostile-provider';
import { must } from './must';

type HostileProvider = Awaited<ReturnType<typeof startHostileProvider>>;
type Server = Pick<TestApi, 'fetch' | 'db'>;
type Claims = Record<string, unknown>;

/** The settings of a panel whose people may sign in by this provider. */
export function panelSettings(
  { issuer }: Pick<HostileProvider, 'issuer'>,
  more: Partial<ProviderSettings> = {},
) {
  const provider = {
    issuer,
    clientId: HOSTILE_CLIENT,
    clientSecret: undefined,
    name: 'Example AG',
    scopes: 'openid',
    adminClaim: undefined,
    mfaAcr: [],
    passwordSignIn: true,
    ...more,
  };
  return { publicUrl: 'http://panel.test', maxConnections: 5, provider };
}

/** Settings with a claim that makes administrators. */
export const claimSettings = (provider: Pick<HostileProvider, 'issuer'>) =>
  panelSettings(provider, {
    scopes: 'openid email',
    adminClaim: { name: 'groups', value: 'condo-admins' },
    mfaAcr: ['urn:two'],
  });

export const NAMES = { given_name: 'Anna', family_name: 'Muster', email: 'Anna@panel.test' };
export const ADMIN = { ...NAMES, sub: 'by-claim', groups: ['staff', 'condo-admins'] };

/** Acts as people's browsers at the test provider, on their way to `api`. */
export function providerVisits(
  api: Server & Pick<TestApi, 'administrator'>,
  provider: HostileProvider,
) {
  /**
   * Begins a sign-in at the provider, which states these claims. Returns the provider's address and the
   * secrets that the browser brings back.
   */
  async function ask(
    claims: Claims,
    start: { at?: Server; path?: string; token?: string; body?: object } = {},
  ) {
    const { at = api, path = '/auth/provider/start', token, body } = start;
    provider.behave({ claims });
    const browser = createToken();
    const { read } = callsOf(at, token);
    const { url } = await read(providerAddressSchema, 'POST', path, { browser, ...body });
    const answer = await at.fetch(new Request(provider.authorize(url)));
    const text = answer.headers.get('location') ?? (await answer.text());
    const code = /(?:#provider=|data-code=")([\w-]*)/.exec(text)?.[1] ?? '';
    return { url: new URL(url), sent: { browser, code } };
  }

  async function signIn(claims: Claims, at: Server = api): Promise<Response> {
    const { sent } = await ask(claims, { at });
    return callsOf(at).call('POST', '/auth/provider', sent);
  }

  function link(userId: number, subject: string, at: Server = api) {
    return at.db.insert(identities).values({ user_id: userId, issuer: provider.issuer, subject });
  }

  /** An administrator of this subject at the provider. */
  async function linked(subject: string, fields?: Parameters<typeof api.administrator>[0]) {
    const person = await api.administrator(fields);
    await link(person.userId, subject);
    return person;
  }

  async function statusOf(token: string, path = '/admin/account', at: Server = api) {
    return (await callsOf(at, token).call('GET', path)).status;
  }

  /** The token of an administrator's invitation. */
  async function invite(email: string): Promise<string> {
    const token = createToken();
    const expires_at = new Date(Date.now() + 60_000);
    const [invited] = await api.db
      .insert(administratorInvitations)
      .values({ email, expires_at, last_sent_at: new Date() })
      .returning({ id: administratorInvitations.id });
    const invitation_id = must(invited, 'invitation').id;
    await api.db
      .insert(administratorLinks)
      .values({ token_hash: hashToken(token), invitation_id, expires_at });
    return token;
  }

  async function acceptAs(sub: string, token: string, names: Claims = NAMES): Promise<Response> {
    const start = { path: '/invitations/accept/start', body: { token } };
    const { sent } = await ask({ ...names, sub }, start);
    return callsOf(api).call('POST', '/invitations/accept', { token, provider: sent });
  }

  /** A message that ends sessions. */
  function logOut(logout_token: string, at: Pick<Server, 'fetch'> = api): Promise<Response> {
    const body = new URLSearchParams({ logout_token });
    const url = 'http://panel.test/api/auth/provider/logout';
    return at.fetch(new Request(url, { method: 'POST', body }));
  }

  /** Sends a logout message that the provider has signed. Returns the status of the answer. */
  const logOutBy = async (named: Parameters<typeof provider.logoutToken>[0]) =>
    (await logOut(await provider.logoutToken(named))).status;

  return { ask, signIn, link, linked, statusOf, invite, acceptAs, logOut, logOutBy };
}
