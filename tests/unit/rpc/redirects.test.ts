import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { fetchExternal } from '~/rpc/transport.server';
import type { UpstreamCall } from '~/rpc/upstream.server';
import { streamOf } from '../../support/form-stream';
import { served } from '../../support/opened';
import { upstreamTo } from '../../support/upstream-to';

// Real servers that redirect calls to another address: a sign-in in front of the API has expired, or an
// API wants a slash at the end of its paths.

type Redirect = (path: string) => { status: number; location?: string } | null;

/**
 * Starts an API that redirects some calls and answers all others with an empty list. `received` holds
 * method, path and body of each call.
 */
async function open(redirect: Redirect) {
  const received: string[] = [];
  const tokens: Array<string | undefined> = [];
  const origin = await served((request, response) => {
    const { method, url = '', headers } = request;
    const answer = (body: string) => {
      received.push(`${method} ${url} ${body}`.trimEnd());
      tokens.push(headers.authorization);
      const target = redirect(url);
      if (!target) return response.writeHead(200).end('[]');
      const { status, location } = target;
      return response
        .writeHead(status, location === undefined ? {} : { location })
        .end('elsewhere');
    };
    text(request).then(answer, () => response.destroy());
  });
  const upstream = upstreamTo(fetchExternal, { baseUrl: `${origin}/api` });
  return { origin, received, tokens, upstream };
}

const path = '/admin/apartments';
const toElsewhere = (status: number): Redirect => {
  return (requestPath) =>
    requestPath === '/elsewhere' ? null : { status, location: '/elsewhere' };
};

const json = { apartment_number: '12' };
const post: UpstreamCall = { method: 'POST', path, json };
const CHANGES: Array<[what: string, call: UpstreamCall]> = [
  ['POST', post],
  ['POST without a body', { method: 'POST', path }],
  ['PUT', { method: 'PUT', path, json }],
  ['DELETE', { method: 'DELETE', path }],
];

describe.each([301, 302, 303, 307, 308])('a redirect by %i', (status) => {
  it('leads a read to its answer', async () => {
    const { received, upstream } = await open(toElsewhere(status));
    const response = await upstream.call({ method: 'GET', path });
    expect(await response.json()).toEqual([]);
    expect(received).toEqual([`GET /api${path}`, 'GET /elsewhere']);
  });

  it('is no success of a form with files, which goes nowhere else', async () => {
    const { received, upstream } = await open(toElsewhere(status));
    const call: UpstreamCall = { method: 'POST', path, form: streamOf(new FormData()) };
    await expect(upstream.call(call)).rejects.toMatchObject({ status });
    expect(received).toHaveLength(1);
  });
});

describe.each([301, 302, 303])('a redirect by %i, of which fetch makes a GET,', (status) => {
  it.each(CHANGES)('is no success of a %s, which goes nowhere else', async (_what, call) => {
    const { received, upstream } = await open(toElsewhere(status));
    await expect(upstream.call(call)).rejects.toMatchObject({ status });
    expect(received).toHaveLength(1);
  });
});

describe.each([307, 308])('a redirect by %i, which keeps method and body,', (status) => {
  it.each(CHANGES)('leads a %s to its answer', async (_what, call) => {
    const { received, tokens, upstream } = await open(toElsewhere(status));
    const response = await upstream.call(call);
    expect(await response.json()).toEqual([]);
    const body = call.json ? ` ${JSON.stringify(json)}` : '';
    expect(received).toEqual([
      `${call.method} /api${path}${body}`,
      `${call.method} /elsewhere${body}`,
    ]);
    expect(tokens).toEqual(['Bearer t', 'Bearer t']);
  });

  it('leads no change to another origin', async () => {
    const other = await open(() => null);
    const { received, upstream } = await open(() => ({
      status,
      location: `${other.origin}/api${path}`,
    }));
    await expect(upstream.call(post)).rejects.toMatchObject({ status });
    expect(received).toHaveLength(1);
    expect(other.received).toEqual([]);
  });

  it.each([undefined, 'http://', 'https://127.0.0.1:1/api', 'ftp://127.0.0.1/', 'javascript:1'])(
    'leads no change to %s',
    async (location) => {
      const { received, upstream } = await open(() => ({
        status,
        ...(location !== undefined && { location }),
      }));
      await expect(upstream.call(post)).rejects.toMatchObject({ status });
      expect(received).toHaveLength(1);
    },
  );

  it('is not followed for ever', async () => {
    const { received, upstream } = await open((requestPath) => ({
      status,
      location: `${requestPath}/`,
    }));
    await expect(upstream.call(post)).rejects.toMatchObject({ status });
    expect(received).toHaveLength(6);
  });

  it('may have another one behind it', async () => {
    const { received, upstream } = await open((requestPath) =>
      requestPath.endsWith('//') ? null : { status, location: `${requestPath}/` },
    );
    await upstream.call(post);
    expect(received.at(-1)).toBe(`POST /api${path}// ${JSON.stringify(json)}`);
  });
});
