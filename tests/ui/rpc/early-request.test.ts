import { createServer } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { earlyRequestScript, fetchServerFunction } from '~/rpc/fetch';
import { AppError } from '~/rpc/errors/app-error';
import { listening } from '../../support/listening';
import { perFile } from '../../support/opened';

/** Answers as a server function does; `/proxy` as a proxy that fails in front of it. */
const server = createServer((request, response) => {
  const failed = request.url?.startsWith('/proxy') ?? false;
  response.writeHead(failed ? 502 : 200, failed ? {} : RAW);
  response.end('made now');
});
const served = perFile(() => listening(server));
afterEach(() => void (window.__earlyRequest = undefined));

const CALL = 'condos.list';
const RAW = { 'x-tss-raw': 'true' };
const MINE = { headers: { authorization: 'Bearer mine' } };

/** State that the inline script leaves, with a response that has arrived. */
function makeEarlyRequest(response = new Response('early', { headers: RAW })) {
  const url = `${served.url}/read?payload=condos.list,1`;
  const abort = new AbortController();
  window.__earlyRequest = {
    call: CALL,
    url,
    authorization: 'Bearer mine',
    response: Promise.resolve(response),
    abort,
  };
  return { url, signal: abort.signal };
}

async function textOf(url: string, init: RequestInit = MINE): Promise<string> {
  return (await fetchServerFunction(url, init)).text();
}

it('the same request uses the early response, once', async () => {
  const { url } = makeEarlyRequest();
  expect(await textOf(url)).toBe('early');
  expect(await textOf(url)).toBe('made now');
});

it.each([
  ['another input', '/read?payload=condos.list,2', MINE],
  [
    'the token of another session',
    '/read?payload=condos.list,1',
    { headers: { authorization: 'Bearer b' } },
  ],
  ['no token', '/read?payload=condos.list,1', {}],
])('%s is another request: the early one is aborted', async (_, path, init) => {
  const { url, signal } = makeEarlyRequest();
  expect(await textOf(served.url + path, init)).toBe('made now');
  expect(signal.aborted).toBe(true);
  expect(await textOf(url)).toBe('made now');
});

it.each(['/other?payload=1', '/read?payload=users.list,1'])(
  'a request of %s leaves the early one alone',
  async (path) => {
    const { url } = makeEarlyRequest();
    expect(await textOf(served.url + path)).toBe('made now');
    expect(await textOf(url)).toBe('early');
  },
);

it('a call that is aborted aborts the early request', async () => {
  const { url, signal } = makeEarlyRequest();
  const call = new AbortController();
  await textOf(url, { ...MINE, signal: call.signal });
  expect(signal.aborted).toBe(false);
  call.abort();
  expect(signal.aborted).toBe(true);
});

it("an early response from a proxy is an error like any call's", async () => {
  const { url } = makeEarlyRequest(await fetch(`${served.url}/proxy`));
  await expect(textOf(url)).rejects.toThrow(AppError);
});

it('no text of the address can end the script', () => {
  const text = '/x?payload=</script><script>alert(1)</script>"\\\u2028';
  expect(earlyRequestScript(text, text)).not.toContain('<');
});
