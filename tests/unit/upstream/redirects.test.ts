import { createServer } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { fetchExternal } from '~/upstream/external-fetch.server';
import { createUpstream, type UpstreamCall } from '~/upstream/upstream.server';
import { streamOf } from '../../support/form-stream';

// A real server whose changes are led to another address, as by a sign-in before the API that has expired.

const closings: Array<() => void> = [];
afterEach(() => {
  for (const close of closings.splice(0)) close();
});

/** What the API received, by method and path; everything is found elsewhere. */
async function open(status: number) {
  const received: string[] = [];
  const server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    request.resume();
    if (request.url === '/elsewhere') response.writeHead(200).end('[]');
    else response.writeHead(status, { location: '/elsewhere' }).end();
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  closings.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  const baseUrl = `http://127.0.0.1:${address.port}/api`;
  return { received, upstream: createUpstream({ transport: fetchExternal, baseUrl, token: 't' }) };
}

const path = '/admin/apartments';

describe.each([301, 302, 303, 307, 308])('a redirect by %i', (status) => {
  it.each<[what: string, call: () => UpstreamCall]>([
    ['POST', () => ({ method: 'POST', path, json: { apartment_number: '12' } })],
    ['POST without a body', () => ({ method: 'POST', path })],
    ['POST of a form', () => ({ method: 'POST', path, form: streamOf(new FormData()) })],
    ['PUT', () => ({ method: 'PUT', path, json: {} })],
    ['DELETE', () => ({ method: 'DELETE', path })],
  ])('is no success of a %s, which goes nowhere else', async (_what, call) => {
    const { received, upstream } = await open(status);
    const made = call();
    await expect(upstream.call(made)).rejects.toMatchObject({ status });
    expect(received).toEqual([`${made.method} /api${path}`]);
  });

  it('leads a read to its answer', async () => {
    const { received, upstream } = await open(status);
    const response = await upstream.call({ method: 'GET', path });
    expect(await response.json()).toEqual([]);
    expect(received).toEqual([`GET /api${path}`, 'GET /elsewhere']);
  });
});
