import { createServer } from 'node:http';
import { parse } from 'node:querystring';
import { Provider } from 'oidc-provider';
import { listening } from './listening';
import { freePort } from './production-process';

export const PROVIDER_CLIENT = { id: 'condo-admin', secret: 'a secret of the client' };

/**
 * Starts a certified OpenID provider on this machine that believes any name. Its scopes `email` and
 * `groups` reveal the name's address and groups.
 * @param groups groups by name
 */
export async function startOpenIdProvider(
  panelUrl: string,
  groups: Readonly<Record<string, string[]>> = {},
) {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: PROVIDER_CLIENT.id,
        client_secret: PROVIDER_CLIENT.secret,
        redirect_uris: [`${panelUrl}/api/auth/provider/callback`],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email'], groups: ['groups'] },
    // As Keycloak, Authentik and Entra do: the ID token says them itself.
    conformIdTokenClaims: false,
    findAccount: (_context: unknown, name: string) => ({
      accountId: name,
      claims: () => ({ sub: name, email: `${name}@provider.example`, groups: groups[name] ?? [] }),
    }),
    cookies: { keys: ['a key of the test'] },
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
  });
  const server = createServer(provider.callback());
  const { close } = await listening(server, port, 'localhost');
  return { issuer, close };
}

/**
 * Acts as a browser at the provider: signs in under this name and agrees. Returns the panel's address
 * to which the provider redirects.
 */
export async function walkThroughProvider(address: string, name: string): Promise<string> {
  const cookies = new Map<string, string>();
  const { origin } = new URL(address);
  let next = address;
  let form: string | undefined;
  for (let step = 0; step < 12; step += 1) {
    if (new URL(next).origin !== origin) return next;
    const answer = await fetch(next, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([key, value]) => `${key}=${value}`).join('; '),
        ...(form !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form !== undefined && { method: 'POST', body: form }),
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      const [key, value] = Object.entries(parse(pair, ';', '='))[0] ?? [];
      if (key) cookies.set(key, String(value));
    }
    const location = answer.headers.get('location');
    form = undefined;
    if (location !== null) {
      next = new URL(location, next).href;
      continue;
    }
    const page = await answer.text();
    const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
    if (!prompt) throw new Error(`The provider answers ${answer.status}: ${page.slice(0, 400)}`);
    form = String(new URLSearchParams({ prompt, login: name, password: 'any' }));
    next = new URL(/action="([^"]+)"/.exec(page)?.[1] ?? '', next).href;
  }
  throw new Error('The provider leads nowhere');
}
