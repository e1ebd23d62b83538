import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serve } from 'srvx/node';
import { createLogger } from '~/platform/logger.server';
import { requestSeconds } from '~/platform/metrics.server';
import { setRouteLabel } from '~/platform/request-context.server';
import { logRequests } from '~/platform/http/log-requests.server';
import { OutgoingCall } from '~/rpc/upstream.server';
import { measuredTransport } from '~/rpc/transport.server';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const TRACEPARENT = `00-${TRACE_ID}-b7ad6b7169203331-01`;

/** The rest of the answer to /slow is sent when it is called. */
let sendRest = () => {};
const lines: string[] = [];
const sent: Headers[] = [];

const answer = async (request: Request): Promise<Response> => {
  const { pathname } = new URL(request.url);
  setRouteLabel(pathname);
  if (pathname === '/slow') {
    const rest = Promise.withResolvers<void>();
    sendRest = rest.resolve;
    return new Response(
      new ReadableStream({
        async start(controller) {
          controller.enqueue(new TextEncoder().encode('first'));
          await rest.promise;
          controller.close();
        },
      }),
    );
  }
  createLogger({ write: (line) => lines.push(line) }).info({}, 'Said');
  const call = measuredTransport(async ({ init }) => {
    sent.push(init.headers);
    return new Response();
  }, 'http://api.test/api');
  const signal = AbortSignal.timeout(10_000);
  const init = { method: 'GET', headers: new Headers(), body: null, signal };
  return call(new OutgoingCall(new URL('http://api.test/api/admin/condos'), init));
};

const server = serve({ port: 0, hostname: '127.0.0.1', fetch: logRequests(answer), silent: true });
beforeAll(() => server.ready());
afterAll(() => server.close(true));

it.each([
  ['passes a trace on, with its state', TRACEPARENT, true],
  ['takes no other form', TRACEPARENT.toUpperCase(), false],
  ['no trace without an id', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`, false],
  ['nor without a span', `00-${TRACE_ID}-${'0'.repeat(16)}-01`, false],
  ['nor a longer one', `${TRACEPARENT}-"forged":true`, false],
])('%s', async (_title, traceparent, isKnown) => {
  await fetch(`${server.url}trace`, { headers: { traceparent, tracestate: 'vendor=1' } });
  const headers = sent.pop();
  expect(headers?.get('traceparent') ?? null).toBe(isKnown ? traceparent : null);
  expect(headers?.get('tracestate') ?? null).toBe(isKnown ? 'vendor=1' : null);
  expect(lines.pop()?.includes(`"trace_id":"${TRACE_ID}"`)).toBe(isKnown);
});

async function countOf(route: string): Promise<number> {
  const { values } = await requestSeconds.get();
  const own = values.filter(
    ({ metricName, labels }) => metricName?.endsWith('_count') && labels.route === route,
  );
  return own.reduce((sum, { value }) => sum + value, 0);
}

it('a request lasts until the last byte of its response', async () => {
  const response = await fetch(`${server.url}slow`);
  const reader = response.body?.getReader();
  await reader?.read();
  expect(await countOf('/slow')).toBe(0);
  sendRest();
  expect((await reader?.read())?.done).toBe(true);
  await vi.waitFor(async () => expect(await countOf('/slow')).toBe(1));
});

it('a request whose client leaves counts too', async () => {
  const before = await countOf('/slow');
  const leaving = new AbortController();
  await fetch(`${server.url}slow`, { signal: leaving.signal });
  leaving.abort();
  await vi.waitFor(async () => expect(await countOf('/slow')).toBe(before + 1));
  sendRest();
});
