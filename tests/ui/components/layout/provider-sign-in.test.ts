import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { offerProviderSignIn } from '~/components/layout/provider-sign-in';
import { PROVIDER_ANSWER } from '~/contract/provider';
import { endSession, getSession, subscribeSession } from '~/data/session/session-store';
import { REQUEST_OPTIONS } from '../../../support/web-authn';

const HINT = 'Enter the code of your authenticator app, or a recovery code.';
const CODE = 'c'.repeat(43);
const BROWSER = 'b'.repeat(43);
const OFFER = {
  name: 'Example AG',
  texts: {
    signIn: 'Sign in with Example AG',
    code: 'Authentication code',
    submit: 'Continue',
    passkey: 'Use a Passkey',
    noPasskey: 'The passkey could not be used. Please try again.',
    failed: 'Signing in with Example AG did not work. Please try again.',
    noNetwork: 'Network error',
  },
  sentences: {
    provider_unavailable: 'Das geht gerade nicht.',
    try_again_in: '{reason} Wieder in {wait}.',
    minutes: '{count} Minuten',
  },
  api: '/api/auth/provider',
  answer: PROVIDER_ANSWER,
  buttonClass: '',
  submitClass: '',
  controlClass: '',
  labelClass: '',
};

const fetched = vi.fn<(url: string, init: { body: string }) => Promise<Response>>();
const observers: MutationObserver[] = [];
const Observer = MutationObserver;
afterEach(() => {
  // The script stays for as long as its document: the next test has another one.
  for (const observer of observers.splice(0)) observer.disconnect();
  document.body.innerHTML = '';
  delete document.documentElement.dataset.provider;
  Reflect.deleteProperty(navigator, 'credentials');
  vi.unstubAllGlobals();
});
// As the card does, which hears of sessions in other tabs.
subscribeSession(() => undefined);
beforeEach(() => {
  vi.stubGlobal('fetch', fetched.mockReset());
  endSession('logout');
  sessionStorage.clear();
  document.body.innerHTML = '';
});

/** The document's script runs first, the card's link comes later. */
async function comeBack(code = CODE, browser: string | null = BROWSER) {
  if (browser !== null) sessionStorage.setItem('provider-sign-in', browser);
  history.replaceState(null, '', `/login?redirect=%2Fcondos${PROVIDER_ANSWER}${code}`);
  vi.stubGlobal('MutationObserver', function observed(callback: MutationCallback) {
    const observer = new Observer(callback);
    observers.push(observer);
    return observer;
  });
  offerProviderSignIn(OFFER);
  vi.stubGlobal('MutationObserver', Observer);
  document.body.innerHTML = '<section><p><a href="/forgot-password">Forgot?</a></p></section>';
  await screen.findByText('Forgot?');
}

const json = (body: object, status = 200) => Promise.resolve(Response.json(body, { status }));

const sent = (): [string, unknown][] =>
  fetched.mock.calls.map(([url, { body }]) => [url, JSON.parse(body)]);

test('asks for the second factor, says that a code is wrong, and signs in with the same code of the provider', async () => {
  fetched.mockImplementation((_url, { body }) => {
    if (body.includes('123456')) {
      const user = { email: 'a@b.ch', is_superuser: true };
      return json({ access_token: 'a-token', user });
    }
    const detail = body.includes('otp') ? 'This code is not valid.' : HINT;
    return json({ detail, code: 'second_factor_required' }, 401);
  });
  await comeBack();
  const user = userEvent.setup();
  const field = await screen.findByLabelText('Authentication code');
  expect(field).toHaveAccessibleDescription(HINT);
  expect(location.href).toMatch(/\/login\?redirect=%2Fcondos$/);
  expect(sessionStorage.getItem('provider-sign-in')).toBeNull();
  await user.type(field, '000000{Enter}');
  expect(await screen.findByText('This code is not valid.')).toBeVisible();
  await user.clear(field);
  await user.type(field, '123456{Enter}');
  await expect.poll(() => getSession()?.token).toBe('a-token');
  expect(getSession()?.user).toMatchObject({ role: 'super_admin', signed_in_by: 'provider' });
  const answer = { code: CODE, browser: BROWSER };
  expect(sent()).toEqual([
    ['/api/auth/provider', answer],
    ['/api/auth/provider', { ...answer, otp: '000000' }],
    ['/api/auth/provider', { ...answer, otp: '123456' }],
  ]);
});

/** A browser that reads and writes passkeys as JSON; its dialog comes to this. */
function stubPasskeys(answer: () => Promise<object>) {
  const read = vi.fn<(options: object) => object>((options) => options);
  class Stub {
    static parseRequestOptionsFromJSON = read;
    toJSON = () => ({ id: 'aWQ' });
  }
  vi.stubGlobal('PublicKeyCredential', Stub);
  const get = () => answer().then((made) => Object.assign(new Stub(), made));
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { get } });
  return read;
}

/** Asks for the second factor, and takes a passkey alone. */
function answerAsApi(url: string, { body }: { body: string }): Promise<Response> {
  if (url.endsWith('/passkey-options')) return json(REQUEST_OPTIONS);
  if (body.includes('"passkey":{"id":"aWQ"}')) {
    const user = { email: 'a@b.ch', is_superuser: true, has_password: false };
    return json({ access_token: 'a-token', user });
  }
  const factors = ['passkey', 'recovery_code'];
  return json({ detail: HINT, code: 'second_factor_required', factors }, 401);
}

test('lets a passkey sign in place of the code, and says where none was used', async () => {
  fetched.mockImplementation(answerAsApi);
  const closed = new DOMException('technical', 'NotAllowedError');
  const dialog = vi.fn<() => Promise<object>>().mockRejectedValueOnce(closed);
  const read = stubPasskeys(dialog.mockResolvedValue({}));
  await comeBack();
  const user = userEvent.setup();
  const use = await screen.findByRole('button', { name: 'Use a Passkey' });
  await user.click(use);
  expect(await screen.findByRole('alert')).toHaveTextContent('The passkey could not be used.');
  expect(screen.getByLabelText('Authentication code')).toBeVisible();
  await user.click(use);
  await expect.poll(() => getSession()?.user.has_password).toBe(false);
  expect(read).toHaveBeenLastCalledWith(REQUEST_OPTIONS);
  const answer = { code: CODE, browser: BROWSER };
  expect(sent()).toEqual([
    ['/api/auth/provider', answer],
    ['/api/auth/provider/passkey-options', answer],
    ['/api/auth/provider/passkey-options', answer],
    ['/api/auth/provider', { ...answer, passkey: { id: 'aWQ' } }],
  ]);
});

test('offers the code alone where the browser has no JSON of passkeys', async () => {
  fetched.mockImplementation(answerAsApi);
  await comeBack();
  await screen.findByLabelText('Authentication code');
  expect(screen.queryByRole('button', { name: 'Use a Passkey' })).toBeNull();
});

test('begins again when the time for a passkey is over', async () => {
  stubPasskeys(() => Promise.resolve({}));
  fetched.mockImplementation((url, init) => {
    const ended = { detail: 'This sign-in is no longer valid. Please try again.' };
    return url.endsWith('/passkey-options') ? json(ended, 404) : answerAsApi(url, init);
  });
  await comeBack();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Use a Passkey' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('This sign-in is no longer valid.');
  expect(screen.getByRole('button', { name: 'Sign in with Example AG' })).toBeEnabled();
  expect(screen.getByLabelText('Authentication code')).not.toBeVisible();
});

test("says the API's sentence in the document's language, with the sentences in it", async () => {
  await comeBack('');
  const user = userEvent.setup();
  const start = await screen.findByRole('button', { name: 'Sign in with Example AG' });
  const reason = { code: 'provider_unavailable', params: {} };
  const wait = { code: 'minutes', params: { count: '15' } };
  for (const [said, shown] of [
    [reason, 'Das geht gerade nicht.'],
    [{ code: 'other', params: { reason } }, 'Das geht gerade nicht.'],
    [
      { code: 'try_again_in', params: { reason, wait } },
      'Das geht gerade nicht. Wieder in 15 Minuten.',
    ],
  ] as const) {
    fetched.mockReturnValueOnce(json({ detail: 'In English.', ...said }, 503));
    await user.click(start);
    expect(await screen.findByText(shown)).toBeVisible();
  }
});

test.each([
  ['an answer that failed', '', BROWSER],
  ['a code that came from another browser', CODE, null],
])('says that it did not work, and calls nothing: %s', async (_name, code, browser) => {
  await comeBack(code, browser);
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Signing in with Example AG did not work. Please try again.',
  );
  expect(screen.getByRole('button', { name: 'Sign in with Example AG' })).toBeEnabled();
  expect(fetched).not.toHaveBeenCalled();
});

test('says what the API or the network says', async () => {
  await comeBack('');
  const user = userEvent.setup();
  const detail = 'Signing in with Example AG does not work at the moment.';
  fetched.mockReturnValueOnce(json({ detail }, 503));
  const start = await screen.findByRole('button', { name: 'Sign in with Example AG' });
  await user.click(start);
  expect(await screen.findByText(detail)).toBeVisible();
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  await user.click(start);
  expect(await screen.findByText('Network error')).toBeVisible();
  const [url, body] = sent()[0] ?? [];
  expect(url).toBe('/api/auth/provider/start');
  expect(JSON.stringify(body)).toMatch(/^\{"browser":"[\da-f]{64}","redirect":"\/condos"\}$/);
});
