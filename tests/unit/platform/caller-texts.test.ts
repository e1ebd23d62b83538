import { DrizzleQueryError } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { DECLARED_CALLS } from '~/rpc/calls';
import { createLogger } from '~/platform/logger.server';
import { requestSeconds, upstreamSeconds } from '~/platform/metrics.server';
import { logRequests } from '~/platform/http/log-requests.server';
import { measuredTransport } from '~/rpc/transport.server';
import { OutgoingCall } from '~/rpc/upstream.server';

// Texts of a caller are no labels of metrics, and at most 200 characters of them are in a line of the log.

const WORD = 'qzxv';
const word = fc.integer({ min: 1, max: 100 }).map((times) => WORD.repeat(times));

async function labelsOf(histogram: typeof requestSeconds, name: string): Promise<Set<unknown>> {
  const { values } = await histogram.get();
  return new Set(values.map(({ labels }) => Reflect.get(labels, name)));
}

it('the paths of calls to the API are the declared ones', async () => {
  const signal = AbortSignal.timeout(60_000);
  const templates = [...DECLARED_CALLS.values()].map(({ path }) => path);
  const path = fc.oneof(
    fc
      .tuple(fc.constantFrom(...templates), word)
      .map(([one, text]) => one.replaceAll(/\{\w+\}/g, text)),
    word.map((text) => `/admin/${text}`),
  );
  const observed = measuredTransport(async () => new Response(), 'http://api.test/api');
  await fc.assert(
    fc.asyncProperty(path, async (one) => {
      const init = { method: 'GET', headers: new Headers(), body: null, signal };
      await observed(new OutgoingCall(new URL(`http://api.test/api${one}`), init));
    }),
  );
  const declared = templates.map((one) => one.replaceAll(/\{(\w+)\}/g, ':$1'));
  const labels = [...(await labelsOf(upstreamSeconds, 'path'))];
  expect(['(other)', ...declared]).toEqual(expect.arrayContaining(labels));
});

it('a call has the label of its own path, however much another one looks like it', async () => {
  const signal = AbortSignal.timeout(60_000);
  const observed = measuredTransport(async () => new Response(), 'http://api.test/api');
  for (const { path } of DECLARED_CALLS.values()) {
    upstreamSeconds.reset();
    const init = { method: 'GET', headers: new Headers(), body: null, signal };
    const url = new URL(`http://api.test/api${path.replaceAll(/\{\w+\}/g, '7')}`);
    await observed(new OutgoingCall(url, init));
    const label = path.replaceAll(/\{(\w+)\}/g, ':$1');
    expect(await labelsOf(upstreamSeconds, 'path')).toEqual(new Set([label]));
  }
});

it('methods and addresses of requests are no labels', async () => {
  const method = fc.oneof(word, fc.constantFrom('GET', 'PUT', 'PATCH', 'get'));
  const answer = logRequests(async () => new Response());
  await fc.assert(
    fc.asyncProperty(method, word, async (sent, text) => {
      const headers = { 'x-request-id': text, traceparent: text, 'user-agent': text };
      const request = new Request(`http://panel.test/${text}?${text}`, { method: sent, headers });
      expect((await answer(request)).headers.get('x-request-id')).not.toContain(WORD.repeat(17));
    }),
    { numRuns: 30 },
  );
  const labels = [...(await labelsOf(requestSeconds, 'method'))];
  expect(['GET', 'PUT', 'other']).toEqual(expect.arrayContaining(labels));
  expect(await labelsOf(requestSeconds, 'route')).toEqual(new Set(['(file)', '(unknown)']));
});

it('a line has at most 200 characters of a text that an error quotes', () => {
  const lines: string[] = [];
  const log = createLogger({ write: (line) => lines.push(line) });
  const causes = fc.array(word, { minLength: 1, maxLength: 8 });
  const made = fc.tuple(causes, word).map(([[first = '', ...messages], text]) => {
    let error = new Error(first);
    for (const message of messages) error = new TypeError(message, { cause: error });
    return Object.assign(error, { input: text, fields: [{ field: text }], response: text });
  });
  const changed = fc
    .tuple(word, fc.constantFrom('changed', '', 'q', WORD, 'Error'))
    .map(([text, message]) => Object.assign(new Error(text), { message }));
  const circle = word.map((text) => {
    const error = new Error(text);
    return Object.assign(error, { cause: error });
  });
  fc.assert(
    fc.property(fc.oneof(made, changed, circle, word, fc.record({ text: word })), (err) => {
      log.error({ err }, 'Failed');
      const [line = ''] = lines.splice(0);
      expect((line.match(/qzxv/g) ?? []).length * WORD.length).toBeLessThanOrEqual(200);
      expect(line.length).toBeLessThan(20_000);
    }),
  );
});

it('a query that was as long as its rows is cut', () => {
  const lines: string[] = [];
  const log = createLogger({ write: (line) => lines.push(line) });
  const query = `insert into condos values ${'($1), '.repeat(100_000)}`;
  log.error({ err: new DrizzleQueryError(query, []) }, 'Failed');
  expect(lines[0]?.length).toBeLessThan(5_000);
  expect(lines[0]).toContain('Failed query: insert into condos');
});

it('a long text costs no time', () => {
  const lines: string[] = [];
  const log = createLogger({ write: (line) => lines.push(line) });
  // With time that grows by the square of the length it would take hours.
  log.error({ err: new Error('x'.repeat(10_000_000)) }, 'Failed');
  expect(lines[0]?.length).toBeLessThan(5_000);
});

it('an error keeps the places in the code, and those of its cause', () => {
  const lines: string[] = [];
  const log = createLogger({ write: (line) => lines.push(line) });
  log.error({ err: new TypeError('outer', { cause: new RangeError('inner') }) }, 'Failed');
  const places: unknown = expect.stringMatching(/^at .*caller-texts\.test\.ts:\d+/);
  const line: unknown = JSON.parse(lines[0] ?? '');
  expect(line).toMatchObject({
    err: {
      type: 'TypeError',
      message: 'outer',
      stack: places,
      cause: { type: 'RangeError', message: 'inner', stack: places },
    },
  });
});
