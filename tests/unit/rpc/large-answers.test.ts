import { expect, test } from 'vitest';
import { applyRow } from '~/imports/apply-row.server';
import { condoCalls } from '~/condos/calls';
import { callApi, passOnChange, readSignIn } from '~/rpc/perform.server';
import type { Upstream } from '~/rpc/upstream.server';
import { endless } from '../../support/endless';
import { streamOf } from '../../support/form-stream';
import { upstreamTo } from '../../support/upstream-to';

// An API whose answers have no end: what the server reads as a whole has a limit (docs/behaviour/limits.md).

const TOO_LARGE = { status: 502, detail: "The API's answer is too large" };
const values = { condo_id: 7, apartment_number: '12' };

function open() {
  const body = endless();
  return { body, upstream: upstreamTo(async () => body.response()) };
}

test.each<[what: string, call: (upstream: Upstream) => Promise<unknown>]>([
  [
    'a sign-in',
    (upstream) => {
      const body = { username: 'a@example.com', password: 'secret' };
      return readSignIn(callApi(upstream, 'session.login', { body }));
    },
  ],
  [
    'a record that is read again',
    (upstream) => applyRow(upstream, 'apartment', { method: 'PUT', id: 1, changes: [] }),
  ],
])('%s fails', async (_what, call) => {
  const { body, upstream } = open();
  await expect(call(upstream)).rejects.toMatchObject(TOO_LARGE);
  expect(body.isCancelled()).toBe(true);
});

test.each<[what: string, call: (upstream: Upstream) => Promise<unknown>]>([
  [
    'a building',
    async (upstream) => {
      const form = streamOf(new FormData());
      const request = { method: 'POST', path: '/admin/condos', form } as const;
      const created = { group: condoCalls, call: condoCalls.calls.create, request, upstream };
      const answer: unknown = await (await passOnChange(created)).json();
      return answer;
    },
  ],
  [
    'a new row of a file',
    async (upstream) => ({
      id: await applyRow(upstream, 'apartment', { method: 'POST', values }),
    }),
  ],
])('%s is created all the same, with an unknown id', async (_what, call) => {
  const { body, upstream } = open();
  expect(await call(upstream)).toEqual({ id: null });
  expect(body.isCancelled()).toBe(true);
});
