import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { fetchExternal } from '~/rpc/transport.server';
import type { Upstream } from '~/rpc/upstream.server';
import { streamOf } from '../../support/form-stream';
import { listening } from '../../support/listening';
import { served } from '../../support/opened';
import { upstreamTo } from '../../support/upstream-to';
import { formOf } from '../../support/form-of';

// docs/behaviour/errors.md: real servers that hang, at every point of an answer, behind the real fetch.

/** Long enough for a connection on a busy machine. */
const SHORT_MS = 300;
const HOUR_MS = 3_600_000;

// The first fetch of a process takes its time.
beforeAll(async () => {
  const { url, close } = await listening(createServer((_request, response) => response.end()));
  await fetch(url);
  await close();
});

interface Stub {
  baseUrl: string;
  /** Settles when a call has arrived. */
  reached: Promise<ServerResponse>;
  /** Settles when a caller aborts before the response. */
  abandoned: Promise<string>;
}

async function serve(answer: RequestListener = () => undefined): Promise<Stub> {
  const abandoned = Promise.withResolvers<string>();
  const reached = Promise.withResolvers<ServerResponse>();
  const url = await served((request, response) => {
    response.on('close', () => {
      if (!response.writableFinished) abandoned.resolve(`${request.method} ${request.url}`);
    });
    answer(request, response);
    request.on('end', () => reached.resolve(response));
    request.resume();
  });
  return { baseUrl: `${url}/api`, reached: reached.promise, abandoned: abandoned.promise };
}

const open = (
  { baseUrl }: Stub,
  options: { limitMs?: number; browser?: AbortSignal } = {},
): Upstream => upstreamTo(fetchExternal, { baseUrl, ...options });

const READ = { method: 'GET', path: '/admin/condos' } as const;
const LIST = { ...READ, headers: { 'accept-encoding': 'gzip' } } as const;
const CHANGE = { method: 'POST', path: '/admin/invite-user', json: { email: 'a@b.ch' } } as const;
const CHECK = { method: 'POST', path: '/admin/bulk-validate', json: {}, isRead: true } as const;
const UPLOAD = () => {
  const data = formOf({ image: new File(['x'.repeat(100_000)], 'a.png') });
  return { method: 'PUT', path: '/admin/condos/1', form: streamOf(data) } as const;
};
const READS = [
  ['a read', READ, 'GET /api/admin/condos'],
  ['a list', LIST, 'GET /api/admin/condos'],
] as const;
/** A form can be sent once. */
const changes = () =>
  [
    ['a change', CHANGE, 'POST /api/admin/invite-user'],
    ['a form with files', UPLOAD(), 'PUT /api/admin/condos/1'],
  ] as const;
const halfway = () =>
  serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('[{"id": 1');
  });

// First in this file: undici keeps the clock that it has started with.
describe('an API that takes its time', () => {
  beforeAll(() => void vi.useFakeTimers());
  afterAll(() => void vi.useRealTimers());

  it.each([...READS, ...changes()])('%s is answered after an hour', async (_what, call) => {
    const stub = await serve();
    const answer = open(stub).call(call);
    const response = await stub.reached;
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    response.end('{}');
    expect(await (await answer).text()).toBe('{}');
  });

  it.each(READS)('%s may pause for an hour in the middle of its answer', async (_what, call) => {
    const stub = await halfway();
    const answer = await open(stub).call(call);
    const response = await stub.reached;
    await vi.advanceTimersByTimeAsync(HOUR_MS);
    response.end('}]');
    expect(await answer.text()).toBe('[{"id": 1}]');
  });
});

describe('with API_TIMEOUT_SECONDS', () => {
  it.each([...READS, ...changes()])('%s ends as a network error', async (_what, call, line) => {
    const stub = await serve();
    await expect(open(stub, { limitMs: SHORT_MS }).call(call)).rejects.toMatchObject({
      status: 504,
      message: 'Network error',
      detail: null,
    });
    expect(await stub.abandoned).toBe(line);
  });

  it.each(READS)('the limit holds in the middle of the answer to %s', async (_what, call, line) => {
    const stub = await halfway();
    const response = await open(stub, { limitMs: SHORT_MS }).call(call);
    await expect(response.text()).rejects.toThrow('timeout');
    expect(await stub.abandoned).toBe(line);
  });

  it('an answer in time is whole, however late it is read', async () => {
    const text = JSON.stringify(Array.from({ length: 50 }, (_, id) => ({ id })));
    const stub = await serve((_request, response) => response.end(text));
    expect(await (await open(stub, { limitMs: HOUR_MS }).call(READ)).text()).toBe(text);
  });
});

describe('a browser that closes its connection', () => {
  it.each([
    ...READS,
    ['the check of an import file', CHECK, 'POST /api/admin/bulk-validate'],
  ] as const)('aborts %s', async (_what, call, line) => {
    const stub = await serve();
    const browser = new AbortController();
    void stub.reached.then(() => browser.abort());
    const answer = open(stub, { browser: browser.signal }).call(call);
    await expect(answer).rejects.toMatchObject({ status: 499 });
    expect(await stub.abandoned).toBe(line);
  });

  it.each(READS)('aborts %s midway, also after a garbage collection', async (_what, call, line) => {
    const stub = await halfway();
    const browser = new AbortController();
    const response = await open(stub, { browser: browser.signal }).call(call);
    const text = response.text().catch(String);
    for (let round = 0; round < 10; round += 1) {
      collectGarbage();
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    browser.abort();
    expect(await text).toContain('aborted');
    expect(await stub.abandoned).toBe(line);
  });

  it.each(changes())('does not abort %s', async (_what, call) => {
    const stub = await serve();
    const browser = new AbortController();
    const answer = open(stub, { browser: browser.signal }).call(call);
    const response = await stub.reached;
    browser.abort();
    setTimeout(() => response.end('{}'), SHORT_MS);
    expect(await (await answer).text()).toBe('{}');
  });

  it('starts no read once it has left, but every change', async () => {
    const stub = await serve((_request, response) => response.end('{}'));
    const upstream = open(stub, { browser: AbortSignal.abort() });
    await expect(upstream.call(READ)).rejects.toMatchObject({ status: 499 });
    expect(await (await upstream.call(CHANGE)).text()).toBe('{}');
  });

  it('is the reason when its upload breaks off', async () => {
    const browser = new AbortController();
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        browser.abort();
        controller.error(new Error('The connection was reset'));
      },
    });
    const form = { body, contentType: 'multipart/form-data; boundary=b', length: null };
    const upstream = open(await serve(), { browser: browser.signal });
    await expect(upstream.call({ ...UPLOAD(), form })).rejects.toMatchObject({ status: 499 });
  });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  runInNewContext('gc()');
}
