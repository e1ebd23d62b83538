import { ERROR_CODE_HEADER } from '~/rpc/errors/http-status';
import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { fieldsOf } from '~/fields/reading';
import { fetchServerFunction } from '~/rpc/fetch';
import { PasswordRequest } from '~/accounts/screens/shell';
import { button, dialog, field, noDialog, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const CALL = 'POST /admin/account/reauthentication';
const URL = '/_serverFn/withdraw';
const WRONG = 'This is not your current password';

/** A server that answers 403 until the password was entered. */
function askingServer() {
  const rejections: Response[] = [];
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (api.sent(CALL).some((body) => JSON.stringify(body).includes('right')))
      return new Response('done', { headers: { 'x-tss-raw': 'true' } });
    const rejection = new Response('{}', {
      status: 403,
      headers: { [ERROR_CODE_HEADER]: 'reauthentication_required', 'x-tss-serialized': 'true' },
    });
    rejections.push(rejection);
    return rejection;
  });
  return { fetched, rejections };
}

async function textOf(response: Promise<Response>): Promise<string> {
  return (await response).text();
}

const INIT = { method: 'POST', body: '{"id":7}' };

test('asks once for all calls that wait, says what is wrong, and repeats each call as it was', async () => {
  api.on(CALL, ({ json }) =>
    JSON.stringify(json).includes('right')
      ? { status: 204 }
      : { status: 422, body: { detail: WRONG, errors: [{ field: 'password', message: WRONG }] } },
  );
  const { fetched, rejections } = askingServer();
  const { user, press, retype } = await renderScreen(
    <>
      <button type="button">Before</button>
      <PasswordRequest />
    </>,
  );
  await press('Before');
  const answers = Promise.all([
    textOf(fetchServerFunction(URL, INIT)),
    textOf(fetchServerFunction(URL, INIT)),
  ]);
  await dialog('Confirm It Is You');
  await waitFor(() => expect(field('Password')).toHaveFocus());
  await user.type(field('Password'), 'not it{Enter}');
  expect(await screen.findByText(WRONG)).toBeVisible();
  expect(field('Password')).toHaveValue('not it');
  await retype('Password', 'right{Enter}');
  expect(await answers).toEqual(['done', 'done']);
  await noDialog();
  await waitFor(() => expect(button('Before')).toHaveFocus());
  expect(fetched.mock.calls.map(([, init]) => init)).toEqual([INIT, INIT, INIT, INIT]);
  // No request is left running.
  expect(rejections.map(({ bodyUsed }) => bodyUsed)).toEqual([true, true]);
});

test.each(['Cancel', 'Escape'])('%s lets the call fail as it did', async (way) => {
  askingServer();
  const { user, press } = await renderScreen(<PasswordRequest />);
  const answer = fetchServerFunction(URL, INIT);
  await dialog();
  await (way === 'Cancel' ? press('Cancel') : user.keyboard('{Escape}'));
  expect((await answer).status).toBe(403);
  await noDialog();
});

test('where nothing can ask, the call fails at once', async () => {
  askingServer();
  expect((await fetchServerFunction(URL, INIT)).status).toBe(403);
});

test('with a second factor it asks for the code too, which takes the focus', async () => {
  const hint = 'Enter the code of your authenticator app, or a recovery code.';
  const wrong = 'This code is not valid, or it has already been used.';
  api.on(CALL, ({ json }) => {
    const { otp } = fieldsOf(json);
    if (otp === 'right') return { status: 204 };
    const detail = otp === '123' ? wrong : hint;
    return { status: 403, body: { detail, code: 'second_factor_required', factors: ['app'] } };
  });
  askingServer();
  const { user, retype } = await renderScreen(<PasswordRequest />);
  const answer = textOf(fetchServerFunction(URL, INIT));
  await user.type(await screen.findByLabelText('Password'), 'secret{Enter}');
  const code = await screen.findByLabelText('Authentication code');
  expect(code).toHaveAttribute('spellcheck', 'false');
  await waitFor(() => expect(code).toHaveFocus());
  expect(screen.getByText(hint)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use a Passkey' })).not.toBeInTheDocument();
  await user.type(code, '123{Enter}');
  expect(await screen.findByText(wrong)).toBeVisible();
  await retype('Authentication code', 'right{Enter}');
  expect(await answer).toBe('done');
  expect(api.sent(CALL)).toMatchObject([
    { password: 'secret' },
    { password: 'secret', otp: '123' },
    { password: 'secret', otp: 'right' },
  ]);
});
