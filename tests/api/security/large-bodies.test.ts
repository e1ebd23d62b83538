import { expect, it } from 'vitest';
import { rejectionOf, signInAs, apiPerFile } from '../../support/api';
import { must } from '../../support/must';

const api = apiPerFile();

const MULTIPART = 'multipart/form-data; boundary=x';
const CALLS = [
  ['POST', '/admin/condos'],
  ['PUT', '/admin/condos/1'],
  ['POST', '/admin/bulk-validate'],
  ['POST', '/admin/bulk-create'],
] as const;

/** Sends a form of which nothing is ready before it is asked for. */
function sendForm(
  method: string,
  path: string,
  token: string,
  source: UnderlyingDefaultSource<Uint8Array>,
) {
  const body = new ReadableStream(source, { highWaterMark: 0 });
  const headers = { authorization: `Bearer ${token}`, 'content-type': MULTIPART };
  const init = { method, headers, body, duplex: 'half' } as const;
  return api.fetch(new Request(`http://panel.test/api${path}`, init));
}

/** A form of which something is asked for, or not, and which breaks off when it is told to. */
function openForm(method: string, path: string, token: string) {
  let controls: ReadableStreamDefaultController<Uint8Array> | undefined;
  const form = { wasRead: false, breakOff: () => controls?.close() };
  const answer = sendForm(method, path, token, {
    pull(controller) {
      form.wasRead = true;
      controls = controller;
      // Waits for its end from here on.
      return new Promise(() => {});
    },
  });
  return { form, answer };
}

it.each(CALLS)(
  '%s %s: nothing of a form with files is read for a stranger',
  async (method, path) => {
    const { token: resident } = await signInAs(api.db);
    for (const [token, status] of [
      ['', 401],
      ['x'.repeat(43), 401],
      [resident, 403],
    ] as const) {
      const { form, answer } = openForm(method, path, token);
      expect((await answer).status).toBe(status);
      expect(form.wasRead).toBe(false);
    }
  },
);

it('four forms are read at once, the next ones when their turn has come', async () => {
  const sent = Array.from({ length: 6 }, () => openForm('POST', '/admin/condos', api.token));
  const reading = () => sent.filter(({ form }) => form.wasRead);
  const ended = new Set<(typeof sent)[number]>();
  await expect.poll(() => reading().length).toBe(4);
  // Short calls do not wait for them.
  expect((await api.call('POST', '/admin/condos', { name: 'x' })).status).toBe(422);
  while (ended.size < sent.length) {
    expect(reading()).toHaveLength(Math.min(4 + ended.size, sent.length));
    const next = must(
      reading().find((one) => !ended.has(one)),
      'form that is being read',
    );
    next.form.breakOff();
    expect((await next.answer).status).toBe(400);
    ended.add(next);
    await expect.poll(() => reading().length).toBe(Math.min(4 + ended.size, sent.length));
  }
});

it.each(CALLS)(
  '%s %s: no more than it may be is read of a form without a length',
  async (method, path) => {
    const piece = new Uint8Array(1 << 20);
    const head = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="image"; filename="a"\r\n\r\n',
    );
    const form = { megabytes: 0, cancelled: false };
    const answer = sendForm(method, path, api.token, {
      pull(controller) {
        controller.enqueue(form.megabytes === 0 ? head : piece);
        form.megabytes += 1;
      },
      cancel() {
        form.cancelled = true;
      },
    });
    const limit = path.includes('bulk') ? (path.endsWith('create') ? 100 : 26) : 17;
    expect(await rejectionOf(answer)).toBe(`413 The request is too large: at most ${limit} MB`);
    expect(form.cancelled).toBe(true);
    expect(form.megabytes).toBeLessThan(limit + 4);
  },
);
