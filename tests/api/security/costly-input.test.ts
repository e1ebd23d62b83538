import { expect, test } from 'vitest';
import { createApi } from '~/rpc/embedded/app.server';
import { guardServerFunctions } from '~/platform/http/function-guard.server';
import { runForRequest } from '~/platform/request-context.server';
import { acceptsGzip } from '~/platform/http/with-headers';
import { clientAddress } from '~/platform/http/proxy.server';
import { rejectionOf, apiPerFile } from '../../support/api';
import { mountedRoutes } from '../../support/mounted-routes';
import { formOf } from '../../support/form-of';

/*
 * A stranger's input never takes much longer than harmless input of the same size. Each reader of
 * bodies, headers and addresses that needs no token gets as much as its limit allows of texts that make
 * parsers slow, and as many plain letters.
 */

const FILLERS =
  'a& & a= = % %2 %41& + ; , : " \\ ( [ { {"a": [[ - -- --x ; q=0 W/" / ../ :: 1. ab abc'
    .split(' ')
    .concat(['\r\n', '\n', '\t', ' ', 'a ', ' ,', 'gzip ', '; q=0']);
const TYPES = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
];
const HEADERS =
  'accept accept-encoding authorization content-type cookie if-match if-none-match origin range referer traceparent user-agent x-forwarded-for x-request-id'.split(
    ' ',
  );
const BODY_BYTES = 1024 * 1024;
/** Size of all headers that Node accepts. */
const HEADER_BYTES = 15 * 1024;

/** Below this, two measurements differ by chance. */
const FLOOR_MS = 25;
const RATIO = 8;
const RUNS = 3;

const api = apiPerFile();

async function fastest(run: () => unknown): Promise<number> {
  let best = Infinity;
  for (let runs = 0; runs < RUNS && best > FLOOR_MS; runs += 1) {
    const started = performance.now();
    await run();
    best = Math.min(best, performance.now() - started);
  }
  return best;
}

/** The fillers by which `run` takes far longer than by letters. */
async function slowFillers(bytes: number, run: (text: string) => unknown): Promise<string[]> {
  const filled = (filler: string) => filler.repeat(Math.floor(bytes / filler.length));
  const harmless = await fastest(() => run(filled('x')));
  const slow: string[] = [];
  for (const filler of FILLERS) {
    const took = await fastest(() => run(filled(filler)));
    if (took > RATIO * Math.max(harmless, FLOOR_MS))
      slow.push(`${filler}: ${took} over ${harmless} ms`);
  }
  return slow;
}

/** Calls that are open to anyone. */
function publicRoutes() {
  return mountedRoutes(api.deps)
    .map((name) => {
      const [method = '', path = ''] = name.split(' ');
      return { method, path: path.replace('{file}', 'x').replace(/\{\w+\}/, '1') };
    })
    .filter(({ path }) => !path.includes('/admin/'));
}

const send = (path: string, init: RequestInit) =>
  api.fetch(new Request(`http://panel.test${path}`, init)).then((response) => response.text());

test.each(TYPES)('bodies that say %s', async (type) => {
  const posts = publicRoutes().filter(({ method }) => method === 'POST');
  expect(posts.length).toBeGreaterThan(4);
  for (const { path } of posts) {
    const headers = { 'content-type': type };
    const slow = await slowFillers(BODY_BYTES, (body) =>
      send(path, { method: 'POST', headers, body }),
    );
    expect({ path, slow }).toEqual({ path, slow: [] });
  }
});

test.each(TYPES)('bodies within the limit that say %s', async (type) => {
  const headers = { 'content-type': type };
  const slow = await slowFillers(16 * 1024, (body) =>
    send('/api/auth/login', { method: 'POST', headers, body }),
  );
  expect(slow).toEqual([]);
});

test.each(HEADERS)('the header %s', async (name) => {
  for (const { method, path } of publicRoutes()) {
    const slow = await slowFillers(HEADER_BYTES, (text) => {
      const value = text.replaceAll(/[\r\n]/g, ' ');
      return send(path, {
        method,
        headers: { [name]: value },
        ...(method === 'POST' && { body: '{}' }),
      });
    });
    expect({ path, slow }).toEqual({ path, slow: [] });
  }
});

test('searches of an address', async () => {
  for (const { path } of publicRoutes().filter(({ method }) => method === 'GET')) {
    const slow = await slowFillers(HEADER_BYTES, (text) => send(`${path}?token=${text}`, {}));
    expect({ path, slow }).toEqual({ path, slow: [] });
  }
});

test('the headers that the server itself reads', async () => {
  const slow = await slowFillers(HEADER_BYTES, (text) => {
    const value = text.replaceAll(/[\r\n]/g, ' ');
    acceptsGzip(new Headers({ 'accept-encoding': value }));
    clientAddress(new Headers({ 'x-forwarded-for': value }), undefined, 1);
  });
  expect(slow).toEqual([]);
});

/**
 * Sends a request through the guard of the server functions. Returns its status, and true if the
 * framework got it.
 */
async function reach(headers: Record<string, string>, body: string, path = '/_serverFn/x') {
  let reached = false;
  const guarded = guardServerFunctions(async (request: Request) => {
    reached = true;
    await request.text();
    return new Response();
  });
  const init = {
    method: 'POST',
    headers: { 'content-length': String(body.length), ...headers },
    body,
  };
  const request = new Request(`http://panel.test${path}`, init);
  const response = await runForRequest('a request', () => guarded(request, undefined));
  return { status: response.status, reached };
}

test.each(['/_serverFn/x', '/%5FserverFn/x'])('%s: no URL-encoded body', async (path) => {
  for (const type of [
    'application/x-www-form-urlencoded',
    'Application/X-WWW-Form-URLEncoded; charset=utf-8',
    'text/plain, application/x-www-form-urlencoded',
  ]) {
    const headers = { 'content-type': type, authorization: 'Bearer x' };
    expect(await reach(headers, 'a&a', path)).toEqual({ status: 415, reached: false });
  }
});

test('a server function reads 16 KB for a stranger', async () => {
  const type = { 'content-type': 'application/json' };
  const long = 'x'.repeat(17 * 1024);
  expect(await reach(type, long)).toEqual({ status: 413, reached: false });
  expect(await reach(type, 'x'.repeat(16 * 1024))).toEqual({ status: 200, reached: true });
  expect(await reach({ ...type, authorization: 'Bearer x' }, long)).toMatchObject({ status: 200 });
});

test('fields of a URL-encoded form are counted before they are parsed', async () => {
  const call = ['POST', '/admin/bulk-create', 'application/x-www-form-urlencoded'] as const;
  const many = api.send(...call, 'a&'.repeat(1000));
  expect(await rejectionOf(many)).toBe('413 A form has at most 1000 parts');
  expect((await api.send(...call, 'type=condo&rows=[]')).status).not.toBe(413);
});

test.each(['bulk-create', 'bulk-apply', 'bulk-review'])(
  '%s: a cell that is nested deeply',
  async (call) => {
    const deep = '['.repeat(50_000) + ']'.repeat(50_000);
    for (const [field, row] of [
      ['rows', `[{"name":${deep}}]`],
      ['rows', `[{"date_built":${deep}}]`],
      ['changes', `[{"row_number":2,"id":1,"version":"v1","values":{"name":${deep}}}]`],
    ] as const) {
      const form = formOf({ type: 'condo', rows: '[]', changes: '[]', [field]: row });
      const { status } = await api.call('POST', `/admin/${call}`, form);
      expect({ field, isError: status >= 500 }).toEqual({ field, isError: false });
    }
  },
);

test('no call of a stranger is a 500, whatever the method', async () => {
  const settings = { ...api.deps.settings, requireSecondFactor: true };
  const strict = createApi({ ...api.deps, settings });
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'];
  const paths = mountedRoutes(api.deps).map((name) =>
    name.replace(/^\w+ /, '').replaceAll(/\{\w+\}/g, '1'),
  );
  for (const path of new Set(paths)) {
    for (const method of methods) {
      const { status } = await strict.fetch(new Request(`http://panel.test${path}`, { method }));
      expect({ method, path, isError: status >= 500 }).toEqual({ method, path, isError: false });
    }
  }
});
