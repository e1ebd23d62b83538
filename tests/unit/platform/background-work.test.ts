import { expect, it, vi } from 'vitest';
import { waitForBackgroundWork } from '~/platform/http/function-platform.server';

const handle = () => new Response('answer');
const request = () => new Request('http://panel/');

it('responds when the background work has ended', async () => {
  const done: string[] = [];
  const serve = waitForBackgroundWork(handle, async () => {
    await new Promise((resolve) => setTimeout(resolve, 20));
    done.push('mail');
  });
  expect(await (await serve(request())).text()).toBe('answer');
  expect(done).toEqual(['mail']);
});

it('the answer is sent at once if the platform can be told to wait', async () => {
  const waitUntil = vi.fn<(work: Promise<void>) => void>();
  const serve = waitForBackgroundWork(handle, () => new Promise(() => undefined));
  expect(await (await serve(Object.assign(request(), { waitUntil }))).text()).toBe('answer');
  expect(waitUntil).toHaveBeenCalledExactlyOnceWith(expect.any(Promise));
});

it('holds no answer back for long', async () => {
  const serve = waitForBackgroundWork(handle, () => new Promise(() => undefined), 20);
  expect(await (await serve(request())).text()).toBe('answer');
});

it('runs what came due while the process was frozen before the request', async () => {
  const order: string[] = [];
  const serve = waitForBackgroundWork(
    () => {
      order.push('request');
      return handle();
    },
    async () => undefined,
  );
  setTimeout(() => order.push('due'), 1);
  const until = performance.now() + 5;
  while (performance.now() < until);
  await serve(request());
  expect(order).toEqual(['due', 'request']);
});
