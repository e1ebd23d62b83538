import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { freePort } from './production-process';
import { listening } from './listening';

export const HOSTILE_CLIENT = 'condo-admin';

/** Deviations of this provider from correct behaviour. */
export interface Mischief {
  /** Claims in place of the right ones; undefined leaves one out. */
  claims?: Record<string, unknown>;
  /**
   * Signature of the ID token: none, cut off, by the client's public name as a secret, by a key that is
   * not published, or by one that is published for the first time.
   */
  signature?: 'none' | 'unknown key' | 'secret' | 'new key' | 'cut';
  hasNoLogout?: boolean;
  /** Entries that replace or extend the provider's metadata document. */
  metadata?: Record<string, unknown>;
  /** Delays the token endpoint's answer. */
  until?: Promise<void>;
  /** An endpoint that answers this in place of what it should. */
  at?: 'discovery' | 'authorize' | 'token' | 'jwks';
  answer?: 'nothing' | 'endless' | 'not JSON' | 'redirect' | 'html error';
}

const HTML = '<img src=x onerror=alert(1)>\nSign-in failed {"level":"info"}';

/**
 * Starts a provider that misbehaves as it is told; by default it behaves well. `authorize` acts as a
 * browser at the provider. `requests` are those to the token endpoint, and `requestedPaths` those to
 * all endpoints.
 */
export async function startHostileProvider() {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  let keys = [await newKey('first')];
  const stranger = await newKey('first');
  let mischief: Mischief = {};
  const nonces = new Map<string, string>();
  const requests: URLSearchParams[] = [];
  const requestedPaths: string[] = [];
  const secrets: [header: string, field: string][] = [];

  function idToken(code: string): Promise<string> {
    const exp = Math.floor(Date.now() / 1000) + 300;
    return sign({ sub: 'anna', exp, nonce: nonces.get(code) });
  }

  async function sign(own: Record<string, unknown>): Promise<string> {
    const iat = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: HOSTILE_CLIENT, iat, ...own, ...mischief.claims };
    if (mischief.signature === 'none') return new UnsecuredJWT(claims).encode();
    if (mischief.signature === 'secret') {
      const secret = new TextEncoder().encode(HOSTILE_CLIENT.repeat(4));
      return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secret);
    }
    if (mischief.signature === 'new key') keys = [await newKey('second')];
    const [{ privateKey, kid } = stranger] =
      mischief.signature === 'unknown key' ? [stranger] : keys;
    const signed = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(privateKey);
    return mischief.signature === 'cut' ? signed.replace(/[^.]+$/, '') : signed;
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname } = new URL(request.url ?? '', issuer);
    const json = (body: object, status = 200) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    const endpoint =
      (['token', 'jwks', 'authorize'] as const).find((name) => pathname === `/${name}`) ??
      'discovery';
    requestedPaths.push(endpoint);
    if (mischief.at === endpoint) return misbehave(response, json);
    if (endpoint === 'discovery') {
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        ...(!mischief.hasNoLogout && { end_session_endpoint: `${issuer}/logout` }),
        id_token_signing_alg_values_supported: ['RS256', 'none', 'HS256'],
        authorization_response_iss_parameter_supported: true,
        ...mischief.metadata,
      });
    }
    if (endpoint === 'authorize') return void response.end('Sign in');
    if (endpoint === 'jwks') return json({ keys: keys.map(({ jwk }) => jwk) });
    let body = '';
    for await (const chunk of request) body += String(chunk);
    const form = new URLSearchParams(body);
    requests.push(form);
    secrets.push([request.headers.authorization ?? '', form.get('client_secret') ?? '']);
    await mischief.until;
    return json({
      access_token: 'secret-access-token',
      token_type: 'Bearer',
      id_token: await idToken(form.get('code') ?? ''),
    });
  }

  function misbehave(response: ServerResponse, json: (body: object, status: number) => void) {
    if (mischief.answer === 'html error') {
      json({ error: 'invalid_grant', error_description: HTML, error_uri: HTML }, 400);
    } else if (mischief.answer === 'not JSON') {
      response.writeHead(200, { 'content-type': 'application/json' }).end(HTML);
    } else if (mischief.answer === 'redirect') {
      response.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data' }).end();
    } else if (mischief.answer === 'endless') {
      response.writeHead(200, { 'content-type': 'application/json' });
      // 50 MB.
      Readable.from(Array.from({ length: 800 }, () => ' '.repeat(64 * 1024))).pipe(response);
    }
  }

  const server = createServer((request, response) => {
    // A client that aborts in the middle of its request.
    answer(request, response).catch(() => response.destroy());
  });
  const { close } = await listening(server, port, 'localhost');
  return {
    issuer,
    requests,
    requestedPaths,
    /** Secrets that the requests carried, in the header or in the form. */
    secrets,
    html: HTML,
    behave(next: Mischief) {
      mischief = next;
    },
    /** A message that ends sessions, as the provider signs it. */
    logoutToken(named: { sub?: string; sid?: string; jti?: string }) {
      const events = { 'http://schemas.openid.net/event/backchannel-logout': {} };
      return sign({ jti: randomUUID(), ...named, events });
    },
    /** Returns the address to which the provider sends the browser back. */
    authorize(address: string, changed: Record<string, string> = {}): string {
      const { searchParams } = new URL(address);
      const code = `secret-code-${nonces.size}`;
      nonces.set(code, searchParams.get('nonce') ?? '');
      const callback = new URL(searchParams.get('redirect_uri') ?? '');
      const state = searchParams.get('state') ?? '';
      callback.search = String(new URLSearchParams({ code, state, iss: issuer, ...changed }));
      return callback.href;
    },
    close,
  };
}

async function newKey(kid: string) {
  const { publicKey, privateKey } = await generateKeyPair('RS256');
  const jwk = { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
  return { kid, privateKey, jwk };
}
