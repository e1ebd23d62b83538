import { createToken, hashToken } from '~/api/auth/tokens';
import { administratorInvitations, administratorLinks, identities } from '~/api/db/account-schema';
import { providerAddressSchema } from '~/contract/provider';
import { loginResponseSchema } from '~/contract/session';
import type { ProviderSettings } from '~/lib/settings.server';
import { createRequest, type TestApi } from './api';
import { HOSTILE_CLIENT, type startHostileProvider } from './hostile-provider';
import { must } from './must';

type HostileProvider = Awaited<ReturnType<typeof startHostileProvider>>;
type Server = Pick<TestApi, 'fetch' | 'db'>;

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

/** Those of a panel whose administrators have a claim. */
export const claimSettings = (provider: Pick<HostileProvider, 'issuer'>) =>
  panelSettings(provider, {
    scopes: 'openid email',
    adminClaim: { name: 'groups', value: 'condo-admins' },
    mfaAcr: ['urn:two'],
  });

export const NAMES = { given_name: 'Anna', family_name: 'Muster', email: 'Anna@panel.test' };
export const ADMIN = { ...NAMES, sub: 'by-claim', groups: ['staff', 'condo-admins'] };

export const tokenIn = async (answer: Response) =>
  loginResponseSchema.parse(await answer.json()).access_token;

/** What people do at a provider that says what it is told to, on their way to `api`. */
export function providerVisits(api: Server, provider: HostileProvider) {
  /** What a browser brings back from the provider, which says these claims. */
  async function ask(
    claims: Record<string, unknown>,
    { at = api, path = '/auth/provider/start', token = '', body = {} } = {},
  ) {
    provider.behave({ claims });
    const browser = createToken();
    const begun = await at.fetch(createRequest('POST', path, { browser, ...body }, token));
    const { url } = providerAddressSchema.parse(await begun.json());
    const answer = await at.fetch(new Request(provider.authorize(url)));
    const text = answer.headers.get('location') ?? (await answer.text());
    const code = /(?:#provider=|data-code=")([\w-]*)/.exec(text)?.[1] ?? '';
    return { url: new URL(url), sent: { browser, code } };
  }

  async function signIn(claims: Record<string, unknown>, at = api): Promise<Response> {
    const { sent } = await ask(claims, { at });
    return at.fetch(createRequest('POST', '/auth/provider', sent));
  }

  function link(userId: number, subject: string, at = api) {
    return at.db.insert(identities).values({ user_id: userId, issuer: provider.issuer, subject });
  }

  async function statusOf(token: string, path = '/admin/account', at = api): Promise<number> {
    return (await at.fetch(createRequest('GET', path, undefined, token))).status;
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

  async function acceptAs(sub: string, token: string): Promise<Response> {
    const asked = { path: '/invitations/accept/start', body: { token } };
    const { sent } = await ask({ ...NAMES, sub }, asked);
    return api.fetch(createRequest('POST', '/invitations/accept', { token, provider: sent }));
  }

  return { ask, signIn, link, statusOf, invite, acceptAs };
}
