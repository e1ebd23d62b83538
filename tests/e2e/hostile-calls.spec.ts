import { readdirSync, readFileSync } from 'node:fs';
import { createServer, METHODS, request as httpRequest } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { toJSON, toJSONAsync } from 'seroval';
import type { CallGroup } from '~/rpc/declare';
import { CALLS } from '~/rpc/calls';
import { namesIn } from '~/language/template-pattern';
import { must } from '../support/must';
import { BUILT_ENTRY, ROOT } from '../support/production-process';
import { listening } from '../support/listening';
import { withServer } from './support/own-server';
import type { ServerProcess, Settings } from './support/server-process';
import { expect, test } from '@playwright/test';

// Calls that no page of the panel sends, over plain HTTP to the production build: other names, values,
// payloads, headers and addresses.

/**
 * A word that every call contains and that no text of the panel resembles. The texts below are longer
 * than the part that a line of the log may show.
 */
const WORD = 'qzxv';
/** Longer than what a line of the log may have of it. */
const word = fc.integer({ min: 1, max: 300 }).map((times) => WORD.repeat(times));

const groups: ReadonlyArray<[string, CallGroup]> = Object.entries(CALLS);
const declared = groups.flatMap(([resource, { base, calls }]) =>
  Object.entries(calls).map(([name, { path = '' }]) => ({
    name: `${resource}.${name}`,
    path: base + path,
    parts: namesIn(path),
  })),
);

/** The framework's table of server functions in the build: the address of each by its name. */
function serverFunctions(): { name: string; path: string }[] {
  const folder = join(dirname(BUILT_ENTRY), '_ssr');
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), 'utf8'));
  const entries = texts.join('\n').matchAll(/"([0-9a-f]{64})": \{\s*functionName: "([A-Za-z]+)_/g);
  return [...entries].map(([, id = '', name = '']) => ({ name, path: `/_serverFn/${id}` }));
}

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** Sends the call by node:http, because fetch changes methods and paths. */
async function statusOf(url: string, { method, path, headers, body }: Sent): Promise<number> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ hostname, port, method, path, headers });
    sent.once('error', reject);
    sent.once('upgrade', (answer, socket) => {
      socket.destroy();
      resolve(answer.statusCode ?? 0);
    });
    sent.once('response', (answer) => {
      void buffer(answer).then(() => resolve(answer.statusCode ?? 0), reject);
    });
    sent.end(body ?? '');
  });
}

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});
const callName = fc.oneof(
  fc.constantFrom(...declared.map(({ name }) => name)),
  fc.tuple(fc.constantFrom(...declared.map(({ name }) => name)), word).map((two) => two.join('.')),
  word,
  word.map((text) => `condos.${text}`),
);
const input = fc.oneof(
  anything,
  word.map((text) => ({
    ...Object.fromEntries(declared.flatMap(({ parts }) => parts).map((part) => [part, text])),
    version: text,
    query: { search: text, [text]: text },
    body: { username: text, password: text, token: text },
  })),
  fc.constantFrom('.', '..', '%2f', '../..').map((type) => ({ type, id: type, kind: type })),
);
const called = fc.oneof(
  fc.record({ call: callName, input }),
  fc.record({ call: callName }),
  anything,
);

/** A cycle and a promise that fails: JSON knows neither, the framework's format does. */
async function oddPayloads(): Promise<string[]> {
  const circle: Record<string, unknown> = { call: 'session.login' };
  circle.input = { body: circle, query: circle };
  const failing = Promise.reject(new Error(WORD.repeat(200)));
  failing.catch(() => undefined);
  const payloads = [
    toJSON({ data: circle }),
    await toJSONAsync({ data: failing, context: failing }),
    await toJSONAsync({ data: { call: 'session.login', input: { body: failing } } }),
    toJSON({ data: { call: 'session.login', input: null }, context: 5 }),
    toJSON({ context: [new Map([[WORD, WORD]])], error: new Error(WORD), result: WORD }),
  ];
  return [...payloads.map((payload) => JSON.stringify(payload)), functionPayload(WORD)];
}

const objectNode = (i: number, key: string, value: object) => ({
  t: 10,
  i,
  o: 0,
  p: { k: [key], v: [value] },
});

/** A server function by its id, which the framework makes a function of: JSON calls one named `toJSON`. */
function functionPayload(functionId: string): string {
  const id = objectNode(3, 'functionId', { t: 1, s: functionId });
  const fn = { t: 25, i: 2, c: '$TSR/t/$TSS/serverfn', s: { v: id } };
  return JSON.stringify({ t: objectNode(0, 'data', objectNode(1, 'toJSON', fn)), f: 127, m: [] });
}

/** Nodes as the format has them, of all types, put together at random. */
const type = fc.integer({ min: -1, max: 60 });
const { node } = fc.letrec((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.record({ t: type, s: fc.oneof(fc.integer({ min: -1, max: 12 }), word) }),
    fc.record({
      t: type,
      i: fc.integer({ min: 0, max: 3 }),
      p: fc.record({
        k: fc.array(word, { maxLength: 2 }),
        v: fc.array(tie('node'), { maxLength: 2 }),
      }),
      a: fc.array(tie('node'), { maxLength: 2 }),
      f: tie('node'),
      s: fc.integer({ min: 0, max: 3 }),
      m: word,
    }),
  ),
}));

async function anyPayload(): Promise<fc.Arbitrary<string>> {
  return fc.oneof(
    called.map((data) => JSON.stringify(toJSON({ data, context: {} }))),
    fc.constantFrom(...(await oddPayloads())),
    node.map((t) => JSON.stringify({ t, f: 127, m: [] })),
    fc.json(),
    word.map((text) => `{"t":{"t":10,"p":{"k":["data${text}`),
    fc.constant(''),
  );
}

const READS = new Set(['GET', 'HEAD']);
const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
const headers = fc.record(
  {
    authorization: fc.oneof(
      fc.constant('Bearer made-up'),
      word.map((text) => `Bearer ${text}`),
      word,
    ),
    'x-request-id': word,
    traceparent: word,
    tracestate: word,
    'if-none-match': word,
    'accept-language': word,
    'user-agent': word,
    'x-forwarded-for': word,
    'x-tsr-serverfn': fc.constantFrom('true', 'false'),
    'x-form-type': fc.oneof(word, fc.constant('multipart/form-data; boundary=x')),
    'x-call': fc.oneof(
      word,
      called.map((one) => encodeURIComponent(jsonOf(one))),
    ),
    'content-type': fc.constantFrom(
      'application/json',
      'text/plain',
      'multipart/form-data; boundary=x',
      'multipart/form-data',
      'application/x-www-form-urlencoded',
      `application/${WORD}`,
    ),
  },
  { requiredKeys: [] },
);

/** Returns the value as JSON, or an empty text if it has none. */
function jsonOf(value: unknown): string {
  try {
    return (JSON.stringify(value) ?? '').toWellFormed().slice(0, 4_000);
  } catch {
    return '';
  }
}

/** Calls of every server function, mostly in the form that it takes. */
async function functionCalls(): Promise<fc.Arbitrary<Sent>> {
  const functions = serverFunctions();
  expect(functions.map(({ name }) => name).toSorted()).toEqual([
    'changeFn',
    'exportListFn',
    'formFn',
    'panelReviewFn',
    'readFn',
  ]);
  const other = fc.constantFrom('GET', 'POST', 'PUT', 'HEAD', 'OPTIONS', 'PATCH', 'PURGE');
  const method = fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, other);
  return fc
    .tuple(fc.constantFrom(...functions), method, headers, await anyPayload())
    .map(([{ name, path }, chosen, sent, text]) => {
      const own = chosen ?? (name === 'readFn' ? 'GET' : 'POST');
      const all = { ...OWN_PAGE, 'content-type': 'application/json', ...sent };
      const query = `?payload=${encodeURIComponent(text.toWellFormed().slice(0, 4_000))}`;
      return READS.has(own)
        ? { method: own, path: path + query, headers: all, body: null }
        : { method: own, path, headers: all, body: text };
    });
}

/** Any other address of pages, files, probes and the API, by every method that HTTP servers of Node take. */
const otherRequests: fc.Arbitrary<Sent> = fc
  .tuple(
    fc.constantFrom(...METHODS.filter((method) => method !== 'CONNECT')),
    fc.constantFrom(
      ...declared.map(({ path }) => `/api${path.replaceAll(/\{\w+\}/g, WORD)}`),
      '/',
      '/condos/',
      '/users/1/',
      '/api/',
      '/api/media/',
      '/api/docs/',
      '/api/auth/provider/callback?state=',
      '/assets/',
      '/healthz',
      '/healthz/',
      '/metrics/',
      '/_serverFn/',
      '/%5FserverFn/',
    ),
    word,
    headers,
    fc.oneof(fc.json(), word),
  )
  .map(([method, start, text, sent, body]) => ({
    method,
    path: start + text,
    headers: { ...OWN_PAGE, ...sent },
    body: READS.has(method) ? null : body,
  }));

const TOKEN = 'a token for the metrics';

/** The labels of every series of calls. */
async function seriesOf(server: ServerProcess, metric: string) {
  const answer = await fetch(`${server.url}/metrics`, {
    headers: { authorization: `Bearer ${TOKEN}` },
  });
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(text).not.toMatch(new RegExp(`made-up|${WORD}`));
  const lines = text.matchAll(new RegExp(`^${metric}_count\\{(.*)\\}`, 'gm'));
  return [...lines].map(([, labels = '']) =>
    Object.fromEntries(
      [...labels.matchAll(/(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  );
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'other'];

/** The patterns of pages, probes and the API's routes, and the names of calls and functions. */
function knownRoutes(): Set<string> {
  const tree = readFileSync(join(ROOT, 'app', 'routeTree.gen.ts'), 'utf8');
  const pages = must(/interface FileRoutesByTo \{(.*?)\n\}/s.exec(tree)?.[1], 'the routes');
  const paths = declared.map(({ path }) => `/api${path.replaceAll(/\{(\w+)\}/g, ':$1')}`);
  // Middleware alone answers strangers and unknown addresses.
  const above = paths.flatMap((path) => {
    const parts = path.split('/');
    return parts.map((_part, count) => `${parts.slice(0, count + 1).join('/')}/*`);
  });
  return new Set([
    ...[...pages.matchAll(/'(\/[^']*)'/g)].map(([, page = '']) => page),
    ...declared.map(({ name }) => `server function ${name}`),
    ...serverFunctions().map(({ name }) => `server function ${name}`),
    ...paths,
    ...above,
    '/api/docs',
    '/api/docs/*',
    '/api/docs/:file',
    '/api/openapi.json',
    '/api/media/:name',
    '/api/media/*',
    ...['callback', 'callback/form', 'logout', 'start', 'passkey-options', ''].map((part) =>
      `/api/auth/provider/${part}`.replace(/\/$/, ''),
    ),
    '/api/auth/provider/*',
    '/healthz',
    '/readyz',
    '/metrics',
    '(file)',
    '(unknown)',
  ]);
}

/** Sends all of it; the log and the metrics afterwards know nothing of it. */
async function attack(server: ServerProcess): Promise<void> {
  const before = server.output.length;
  const sent = [await functionCalls(), otherRequests];
  for (const requests of sent) {
    await fc.assert(
      fc.asyncProperty(fc.array(requests, { minLength: 8, maxLength: 8 }), async (some) => {
        const statuses = await Promise.all(some.map((one) => statusOf(server.url, one)));
        const failed = some.filter((_one, index) => (statuses[index] ?? 0) >= 500);
        expect(failed).toEqual([]);
      }),
      { numRuns: 30, endOnFailure: true },
    );
  }
  const routes = knownRoutes();
  for (const { route, method, status } of await seriesOf(server, 'http_request_duration_seconds')) {
    expect(routes).toContain(route);
    expect(methods).toContain(method);
    expect(status).toMatch(/^[2-4]\d\d$/);
  }
  const paths = declared.map(({ path }) => path.replaceAll(/\{(\w+)\}/g, ':$1'));
  for (const { path, status } of await seriesOf(server, 'upstream_call_duration_seconds')) {
    expect(paths).toContain(path);
    expect(status).toMatch(/^[2-4]\d\d$/);
  }
  const lines = server.output.slice(before).split('\n');
  expect(lines.filter((line) => /"level":[56]0/.test(line))).toEqual([]);
  for (const line of lines) {
    const told = line.match(new RegExp(WORD, 'g')) ?? [];
    expect(told.length * WORD.length, line).toBeLessThanOrEqual(200);
  }
}

const attacked = (settings: Settings) => withServer({ METRICS_TOKEN: TOKEN, ...settings }, attack);

test('nothing of it fails, fills the log or becomes a label', () => attacked({}));

test('nothing of it fails with an external API either', async () => {
  const external = createServer((incoming, outgoing) => {
    incoming.resume();
    const status = incoming.headers.authorization === 'Bearer made-up' ? 200 : 401;
    outgoing.writeHead(status, { 'content-type': 'application/json' });
    outgoing.end('{"detail":"Not authenticated"}');
  });
  const { url, close } = await listening(external);
  try {
    await attacked({ API_BASE_URL: `${url}/api` });
  } finally {
    await close();
  }
});
