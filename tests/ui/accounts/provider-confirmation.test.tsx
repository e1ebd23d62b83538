import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { fieldsOf } from '~/fields/reading';
import { askForPassword, startSession } from '~/rpc/session-store';
import { PasswordRequest } from '~/accounts/screens/shell';
import { button, renderScreen } from '../../support/on-screen';
import { PROVIDER_URL, stubProviderWindow } from '../../support/provider-window';
import { api } from '../../support/stub-transport';
import { installPasskeyDialog, REQUEST_OPTIONS } from '../../support/web-authn';

const CODE = 'c'.repeat(43);
const START = 'POST /admin/account/reauthentication/provider/start';
const CONFIRM = 'POST /admin/account/reauthentication/provider';
const HINT = 'Enter the code of your authenticator app, or a recovery code.';

beforeEach(() => {
  startSession({ token: 'a', user: { email: 'a@b.ch', signed_in_by: 'provider' } });
  api.on(START, () => ({ body: { url: PROVIDER_URL } }));
  stubProviderWindow(CODE);
});

/** The answer that asks for a second factor of ours. */
const askForFactor = (detail = HINT, factors?: readonly string[]) => ({
  status: 403,
  body: { detail, code: 'second_factor_required', factors },
});

async function ask() {
  const { user, press } = await renderScreen(<PasswordRequest />);
  const confirmed = askForPassword();
  await screen.findByText('You signed in a while ago. Sign in with Example AG again to continue.');
  expect(screen.queryByLabelText('Password')).toBeNull();
  const signIn = () => press('Sign in with Example AG');
  const cancel = async () => {
    await press('Cancel');
    expect(await confirmed).toBe(false);
  };
  return { user, press, confirmed, signIn, cancel };
}

const says = (text: string) =>
  waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent(text));

test('asks the provider in a window, a second factor of ours after it, and what waits goes on', async () => {
  const opened = stubProviderWindow(CODE);
  api.on(CONFIRM, ({ json }) => {
    const { otp } = fieldsOf(json);
    if (otp === '123456') return { status: 204 };
    return askForFactor(otp === undefined ? HINT : 'This code is not valid.');
  });
  const { user, confirmed, signIn } = await ask();
  await waitFor(() => expect(button('Sign in with Example AG')).toHaveFocus());
  await signIn();
  const field = await screen.findByLabelText('Authentication code');
  expect(field).toHaveAccessibleDescription(HINT);
  expect(field).toHaveAttribute('autocapitalize', 'none');
  expect(field).toHaveAttribute('spellcheck', 'false');
  expect(screen.queryByRole('alert')).toBeNull();
  await user.type(field, '000000{Enter}');
  await says('This code is not valid.');
  await user.clear(field);
  await user.type(field, '123456{Enter}');
  expect(await confirmed).toBe(true);
  expect(opened).toEqual([PROVIDER_URL]);
  const browser: unknown = expect.stringMatching(/^[\da-f]{64}$/);
  expect(api.sent(CONFIRM)[0]).toEqual({ code: CODE, browser });
});

test('lets a passkey sign after the provider, and keeps its question where none was used', async () => {
  const dialog = installPasskeyDialog();
  const { answer } = dialog;
  dialog.answer = () => Promise.reject(new DOMException('technical', 'NotAllowedError'));
  api.on(`${CONFIRM}/passkey-options`, () => ({ body: REQUEST_OPTIONS }));
  api.on(CONFIRM, ({ json }) =>
    fieldsOf(json).passkey ? { status: 204 } : askForFactor(HINT, ['passkey', 'recovery_code']),
  );
  const { press, confirmed, signIn } = await ask();
  await signIn();
  await press('Use a Passkey');
  await says('No passkey was used');
  expect(screen.getByLabelText('Authentication code')).toBeVisible();
  dialog.answer = answer;
  await press('Use a Passkey');
  expect(await confirmed).toBe(true);
  const [first, last] = api.sent(CONFIRM);
  expect(first).toMatchObject({ code: CODE });
  expect(api.sent(`${CONFIRM}/passkey-options`)).toEqual([first, first]);
  expect(last).toMatchObject({ code: CODE, passkey: { id: 'aWQ' } });
});

test('begins again when the time for the second factor is over', async () => {
  api.on(CONFIRM, ({ json }) =>
    fieldsOf(json).otp
      ? { status: 404, body: { detail: 'This sign-in is no longer valid. Please try again.' } }
      : askForFactor(),
  );
  const { user, signIn, cancel } = await ask();
  await signIn();
  await user.type(await screen.findByLabelText('Authentication code'), '123456{Enter}');
  await says('This sign-in is no longer valid.');
  expect(button('Sign in with Example AG')).toBeVisible();
  await cancel();
});

test('offers no password to who has none', async () => {
  startSession({
    token: 'a',
    user: { email: 'a@b.ch', signed_in_by: 'provider', has_password: false },
  });
  const { cancel } = await ask();
  expect(screen.queryByRole('button', { name: 'Use the password instead' })).toBeNull();
  await cancel();
});

test('leaves the password as a way, where the provider does not say when it asked', async () => {
  const { press, cancel } = await ask();
  await press('Use the password instead');
  expect(await screen.findByLabelText('Password')).toBeVisible();
  await cancel();
});

/** The channels that are opened from now on, while they are open. */
function watchChannels(): ReadonlySet<BroadcastChannel> {
  const channels = new Set<BroadcastChannel>();
  class Watched extends BroadcastChannel {
    constructor(name: string) {
      super(name);
      channels.add(this);
    }
    override close() {
      channels.delete(this);
      super.close();
    }
  }
  vi.stubGlobal('BroadcastChannel', Watched);
  return channels;
}

test.each([
  ['the provider rejects', '', 'The provider did not confirm it. Please try again.'],
  ['the window is blocked', null, 'Your browser has blocked the window. Allow it, and try again.'],
])('says what went wrong, and waits on: %s', async (_name, code, message) => {
  stubProviderWindow(code);
  const channels = watchChannels();
  const { signIn, cancel } = await ask();
  await signIn();
  await says(message);
  await expect.poll(() => channels.size).toBe(0);
  expect(api.made(CONFIRM)).toEqual([]);
  await cancel();
});
