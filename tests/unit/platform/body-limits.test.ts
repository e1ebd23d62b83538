import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withBodyLimits } from '~/platform/http/body-limits.server';
import { streamed } from '../../support/streamed';

const ADDRESS = 'http://panel.test/';
const LIMIT_BYTES = 1024 * 1024;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A client that sends a byte every `everyMs`, `count` times, and then nothing more and no end. */
function slowClient(everyMs: number, count: number) {
  const state = { sent: 0, cancelled: false };
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        await new Promise((resolve) => setTimeout(resolve, state.sent < count ? everyMs : 2 ** 30));
        state.sent += 1;
        controller.enqueue(new Uint8Array(1));
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { request: new Request(ADDRESS, streamed(body)), state };
}

const readAll = async (request: Request) => new Response(await request.text());
const readLate = async (request: Request) => {
  await new Promise((resolve) => setTimeout(resolve, 120_000));
  return readAll(request);
};
const readOrSay = (request: Request) => readAll(request).catch(() => new Response('broken body'));

it('a body of which nothing arrives for 30 seconds is 408, whatever its reader says', async () => {
  for (const handle of [readAll, readOrSay]) {
    const { request, state } = slowClient(29_000, 2);
    const answered = vi.fn<(response: Response) => void>();
    void withBodyLimits(request, LIMIT_BYTES, handle).then(answered);
    await vi.advanceTimersByTimeAsync(2 * 29_000 + 29_999);
    expect(state.sent).toBe(2);
    expect(answered).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2);
    expect(answered.mock.calls).toMatchObject([[{ status: 408 }]]);
  }
});

it('a reader that takes its time is no stalled client', async () => {
  const request = new Request(ADDRESS, streamed(new Blob(['all of it']).stream()));
  const answer = withBodyLimits(request, LIMIT_BYTES, readLate);
  await vi.advanceTimersByTimeAsync(120_000);
  expect(await (await answer).text()).toBe('all of it');
});

const reject = () => new Response('no', { status: 401 });

it('an unread body is received and dropped after the answer, until it stalls', async () => {
  const { request, state } = slowClient(1_000, 3);
  const response = await withBodyLimits(request, LIMIT_BYTES, reject);
  expect(response.status).toBe(401);
  await vi.advanceTimersByTimeAsync(3_000);
  expect(state).toEqual({ sent: 3, cancelled: false });
  await vi.advanceTimersByTimeAsync(30_000);
  expect(state).toEqual({ sent: 3, cancelled: true });
});

it('when the reader aborts, the rest is dropped', async () => {
  const { request, state } = slowClient(1_000, 3);
  const answer = withBodyLimits(request, LIMIT_BYTES, async ({ body }) => {
    await body?.cancel();
    return new Response('enough');
  });
  await vi.advanceTimersByTimeAsync(34_000);
  expect(await (await answer).text()).toBe('enough');
  expect(state).toEqual({ sent: 3, cancelled: true });
});

it('a request that carries no body has none', async () => {
  const request = new Request(ADDRESS, { method: 'DELETE' });
  const answer = await withBodyLimits(request, LIMIT_BYTES, ({ body }) => Response.json({ body }));
  expect(await answer.json()).toEqual({ body: null });
});

/** A client that closes its connection in the middle of its body. */
function leavingClient(): Request {
  const client = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      client.abort();
      controller.error(new Error('aborted'));
    },
  });
  return new Request(ADDRESS, streamed(body, { signal: client.signal }));
}

it('a client that closes its connection in the middle is 499, whatever its reader says', async () => {
  for (const handle of [readAll, readOrSay]) {
    expect((await withBodyLimits(leavingClient(), LIMIT_BYTES, handle)).status).toBe(499);
  }
});

const fail = () => Promise.reject(new Error('Broken'));

it('a failure after the client has left is 499, and before that an error', async () => {
  for (const method of ['GET', 'DELETE']) {
    const aborted = new Request(ADDRESS, { method, signal: AbortSignal.abort() });
    expect((await withBodyLimits(aborted, LIMIT_BYTES, fail)).status).toBe(499);
    const waiting = new Request(ADDRESS, { method });
    await expect(withBodyLimits(waiting, LIMIT_BYTES, fail)).rejects.toThrow('Broken');
  }
});
