/* oxlint-disable unicorn/consistent-function-scoping -- a handler is easier to read next to its test */
import { expect, it } from 'vitest';
import { markFunction, runForRequest } from '~/platform/request-context.server';
import { formStreamOf } from '~/platform/http/form-stream.server';
import { guardServerFunctions } from '~/platform/http/function-guard.server';
import { endless } from '../../support/endless';
import { must } from '../../support/must';
import { streamed } from '../../support/streamed';
import { formOf } from '../../support/form-of';

const ADDRESS = 'http://panel.test/_serverFn/x';
const TOKEN = { authorization: 'Bearer t' };

const readAll = async (request: Request) => new Response(await request.text());

function call(
  handle: (request: Request) => Response | Promise<Response>,
  init: RequestInit,
  address = ADDRESS,
) {
  const guarded = guardServerFunctions(handle);
  const request = Object.assign(new Request(address, init), { ip: '192.0.2.1' });
  return runForRequest('a request', () => guarded(request, undefined));
}

it('a body without a length arrives whole, with everything else', async () => {
  const echo = async (request: Request) =>
    Response.json({
      text: await request.text(),
      token: request.headers.get('authorization'),
      ip: Reflect.get(request, 'ip') === '192.0.2.1',
    });
  const headers = { ...TOKEN, 'content-type': 'application/json' };
  const init = streamed(new Blob(['{"a":1}']).stream(), { headers });
  expect(await (await call(echo, init)).json()).toEqual({
    text: '{"a":1}',
    token: 'Bearer t',
    ip: true,
  });
});

it('a body without a length or an end is 413, and is not read to anywhere near it', async () => {
  const { stream, bytes } = endless();
  const response = await call(readAll, streamed(stream, { headers: TOKEN }));
  expect(response.status).toBe(413);
  expect(await response.json()).toEqual({ detail: 'The request is too large: at most 1 MB' });
  expect(bytes()).toBeLessThan(4 * 1024 * 1024);
});

it('a form reaches its function unread, and under a type that the framework leaves alone', async () => {
  const form = formOf({ a: 'é' });
  const seen: unknown[] = [];
  const echo = async (request: Request) => {
    seen.push(request.headers.get('content-type'), request.bodyUsed);
    const stream = formStreamOf(request);
    const sent = new Response(stream.body, { headers: { 'content-type': stream.contentType } });
    return Response.json((await sent.formData()).get('a'));
  };
  const whole = new Request(ADDRESS, { method: 'POST', body: form });
  const headers = { 'content-type': must(whole.headers.get('content-type'), 'content type') };
  expect(await (await call(echo, streamed(whole.body, { headers }))).json()).toBe('é');
  expect(seen).toEqual(['application/octet-stream', false]);
});

it.each(['application/json', 'application/octet-stream'])(
  'a body of %s is no form, whatever header its caller adds',
  async (type) => {
    const read = async (request: Request) => {
      markFunction('started');
      await request.text();
      return Response.json(formStreamOf(request).contentType);
    };
    const form = { 'x-form-type': 'multipart/form-data; boundary=x' };
    const headers = { 'content-type': type, 'content-length': '2', ...form };
    const sent = call(read, { method: 'POST', headers, body: '{}' });
    await expect(sent).rejects.toMatchObject({ status: 422 });
  },
);

it('a form of 100 MB without an end is answered before any of it is read', async () => {
  const { stream, bytes } = endless();
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  let read = 0;
  const reject = () => {
    read = bytes();
    return new Response('who are you', { status: 401 });
  };
  expect((await call(reject, streamed(stream, { headers }))).status).toBe(401);
  // What a stream made by a test asks for by itself.
  expect(read).toBeLessThanOrEqual(1024 * 1024);
});

it.each([
  ['a failure', () => new Response('Unexpected end at x.js:1', { status: 500 })],
  ['what the framework throws', () => Promise.reject(new Error('Invalid server action param'))],
])('%s before a function began is the request’s: 400 with our own text', async (_what, fail) => {
  const response = await call(fail, {
    method: 'POST',
    headers: { 'content-length': '1' },
    body: '{',
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toEqual({ detail: 'The request cannot be read' });
});

it('a failure of a function stays what it is', async () => {
  const fail = () => {
    markFunction('started');
    return new Response('said by the function', { status: 500 });
  };
  const response = await call(fail, { method: 'GET' });
  expect(response.status).toBe(500);
  expect(await response.text()).toBe('said by the function');
});

it.each([
  ['application/json', 1, 200],
  ['application/json', 1.5, 413],
  ['multipart/form-data; boundary=x', 101, 200],
  ['multipart/form-data; boundary=x', 102, 413],
])('a body announced as %s of %d MB is %i, unread', async (type, size, status) => {
  const headers = { 'content-type': type, 'content-length': `${size * 1024 ** 2}`, ...TOKEN };
  const init = { method: 'POST', headers, body: 'x' };
  expect((await call(() => new Response('reached'), init)).status).toBe(status);
});

it.each([
  '/%5FserverFn/x',
  '/%5fserverFn/x',
  '/_server%46n/x',
  '/x/../_serverFn/x',
  '/x/%2e%2e/_serverFn/x',
  '//_serverFn/x',
])('%s leads to a function and is guarded like one', async (path) => {
  const address = `http://panel.test${path}`;
  const { stream, bytes } = endless();
  expect((await call(readAll, streamed(stream, { headers: TOKEN }), address)).status).toBe(413);
  expect(bytes()).toBeLessThan(4 * 1024 * 1024);
  const fail = () => new Response('Unexpected end at x.js:1', { status: 500 });
  expect((await call(fail, { method: 'GET' }, address)).status).toBe(400);
});

it('a body that no function takes is 413 past 1 MB; other answers of a page stay what they are', async () => {
  const post = (megabytes: number) => ({
    method: 'POST',
    headers: {
      'content-type': 'multipart/form-data',
      'content-length': `${megabytes * 1024 ** 2}`,
    },
    body: 'x',
  });
  const page = 'http://panel.test/condos';
  const fail = () => new Response('said by the page', { status: 500 });
  expect((await call(fail, post(1.5), page)).status).toBe(413);
  expect((await call(fail, post(1), page)).status).toBe(500);
  expect((await call(readAll, streamed(endless().stream), page)).status).toBe(413);
});

it('no answer of a function is kept by a cache', async () => {
  const ok = () => Response.json({}, { headers: { 'cache-control': 'max-age=60' } });
  const fail = () => Response.json({}, { status: 404 });
  for (const handle of [ok, fail]) {
    const response = await call(handle, { method: 'GET' });
    expect(response.headers.get('cache-control')).toBe('no-store');
  }
  const page = await call(ok, { method: 'GET' }, 'http://panel.test/condos');
  expect(page.headers.get('cache-control')).toBe('max-age=60');
});

it.each([
  ['GET', '/condos', 200, 200],
  ['HEAD', '/condos', 200, 200],
  ['POST', '/condos', 200, 405],
  ['PUT', '/condos', 200, 405],
  ['PATCH', '/condos', 200, 405],
  ['DELETE', '/condos', 200, 405],
  ['OPTIONS', '/condos', 200, 405],
  ['PUT', '/nowhere', 404, 404],
  ['POST', '/_serverFn/x', 200, 200],
  ['POST', '/%5FserverFn/x', 200, 200],
])('%s %s, which the framework answers by %i, is %i', async (method, path, answered, status) => {
  const headers = { 'content-type': 'text/html; charset=utf-8' };
  const page = () => new Response('The page', { status: answered, headers });
  const response = await call(page, { method }, `http://panel.test${path}`);
  expect(response.status).toBe(status);
  expect(response.headers.get('allow')).toBe(status === 405 ? 'GET, HEAD' : null);
  expect(await response.text()).toBe('The page');
});
