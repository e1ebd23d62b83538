import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { ERROR_CODE_HEADER } from '~/contract/error-codes';
import { fetchServerFunction } from '~/data/fetch-server-function';
import { PasswordRequest } from '~/features/session/password-request';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';

const CALL = 'POST /admin/account/reauthentication';
const URL = '/_serverFn/withdraw';
const WRONG = 'This is not your current password';

/** A server that answers 403 until the password was entered. */
function askingServer() {
  const rejections: Response[] = [];
  const fetched = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => {
    if (api.made(CALL).some(({ json }) => JSON.stringify(json).includes('right')))
      return new Response('done');
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
  const { user } = await renderScreen(
    <>
      <button type="button">Before</button>
      <PasswordRequest />
    </>,
  );
  await user.click(screen.getByRole('button', { name: 'Before' }));
  const answers = Promise.all([
    textOf(fetchServerFunction(URL, INIT)),
    textOf(fetchServerFunction(URL, INIT)),
  ]);
  const dialog = await screen.findByRole('dialog', { name: 'Confirm It Is You' });
  const password = screen.getByLabelText('Password');
  await waitFor(() => expect(password).toHaveFocus());
  await user.type(password, 'not it{Enter}');
  expect(await screen.findByText(WRONG)).toBeVisible();
  expect(password).toHaveValue('not it');
  await user.clear(password);
  await user.type(password, 'right{Enter}');
  expect(await answers).toEqual(['done', 'done']);
  await waitFor(() => expect(dialog).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('button', { name: 'Before' })).toHaveFocus());
  expect(fetched.mock.calls.map(([, init]) => init)).toEqual([INIT, INIT, INIT, INIT]);
  // None is left under way.
  expect(rejections.map(({ bodyUsed }) => bodyUsed)).toEqual([true, true]);
});

test.each([
  ['Cancel', '[Cancel]'],
  ['Escape', '{Escape}'],
])('%s lets the call fail as it did', async (_, key) => {
  askingServer();
  const { user } = await renderScreen(<PasswordRequest />);
  const answer = fetchServerFunction(URL, INIT);
  await screen.findByRole('dialog');
  if (key === '[Cancel]') await user.click(screen.getByRole('button', { name: 'Cancel' }));
  else await user.keyboard(key);
  expect((await answer).status).toBe(403);
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
});

test('where nothing can ask, the call fails at once', async () => {
  askingServer();
  expect((await fetchServerFunction(URL, INIT)).status).toBe(403);
});

test('with a second factor it asks for the code too, which takes the focus', async () => {
  const hint = 'Enter the code of your authenticator app, or a recovery code.';
  const wrong = 'This code is not valid, or it has already been used.';
  api.on(CALL, ({ json }) => {
    const typed = JSON.stringify(json);
    if (typed.includes('"otp":"right"')) return { status: 204 };
    const detail = typed.includes('"otp":"123"') ? wrong : hint;
    return { status: 403, body: { detail, code: 'second_factor_required', factors: ['app'] } };
  });
  askingServer();
  const { user } = await renderScreen(<PasswordRequest />);
  const answer = textOf(fetchServerFunction(URL, INIT));
  await user.type(await screen.findByLabelText('Password'), 'secret{Enter}');
  const code = await screen.findByLabelText('Authentication code');
  await waitFor(() => expect(code).toHaveFocus());
  expect(screen.getByText(hint)).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Use a Passkey' })).not.toBeInTheDocument();
  await user.type(code, '123{Enter}');
  expect(await screen.findByText(wrong)).toBeVisible();
  await user.clear(code);
  await user.type(code, 'right{Enter}');
  expect(await answer).toBe('done');
  expect(api.made(CALL).map(({ json }) => json)).toMatchObject([
    { password: 'secret' },
    { password: 'secret', otp: '123' },
    { password: 'secret', otp: 'right' },
  ]);
});
