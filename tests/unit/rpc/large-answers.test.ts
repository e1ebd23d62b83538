import { expect, test } from 'vitest';
import { condoCalls } from '~/condos/calls';
import { callApi, passOnChange, readSignIn } from '~/rpc/perform.server';
import { endless } from '../../support/endless';
import { streamOf } from '../../support/form-stream';
import { upstreamTo } from '../../support/upstream-to';

// An API whose answers have no end: what the server reads as a whole has a limit (docs/behaviour/limits.md).

const TOO_LARGE = { status: 502, detail: "The API's answer is too large" };

function open() {
  const body = endless();
  return { body, upstream: upstreamTo(async () => body.response()) };
}

test('a sign-in fails', async () => {
  const { body, upstream } = open();
  const input = { body: { username: 'a@example.com', password: 'secret' } };
  const signIn = readSignIn(callApi(upstream, 'session.login', input));
  await expect(signIn).rejects.toMatchObject(TOO_LARGE);
  expect(body.isCancelled()).toBe(true);
});

test('a building is created all the same, with an unknown id', async () => {
  const { body, upstream } = open();
  const form = streamOf(new FormData());
  const request = { method: 'POST', path: '/admin/condos', form } as const;
  const created = { group: condoCalls, call: condoCalls.calls.create, request, upstream };
  const answer: unknown = await (await passOnChange(created)).json();
  expect(answer).toEqual({ id: null });
  expect(body.isCancelled()).toBe(true);
});
