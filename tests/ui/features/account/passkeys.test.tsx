import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { SecondFactorCard } from '~/features/account/second-factor/second-factor-card';
import { dialog, field } from '../../../support/on-screen';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';
import {
  CREATION_OPTIONS,
  installPasskeyDialog,
  removePasskeyDialog,
  type PasskeyDialog,
} from '../../../support/web-authn';

const PATH = '/admin/account/factors';
const CODES = Array.from({ length: 10 }, (_, index) => `abcdef-ghjkmn-pqrstu-vwxyz${index}`);
const LAPTOP = {
  id: 7,
  name: 'Laptop',
  created_at: '2026-11-20T08:00:00Z',
  last_used_at: null,
  is_usable: true,
};

/** What the account has. */
const factors = (...passkeys: object[]) => ({
  [PATH]: { totp: null, passkeys, recovery_codes_left: 0, required: false },
});

let browser: PasskeyDialog;

beforeEach(() => {
  // Passkeys are made for an address.
  vi.stubEnv('PUBLIC_URL', 'https://panel.example.com');
  browser = installPasskeyDialog();
  api.serve(factors()).on(`POST ${PATH}/passkeys/options`, () => ({ body: CREATION_OPTIONS }));
});

test('adds a passkey by the browser, shows the recovery codes once, then the list', async () => {
  api.on(`POST ${PATH}/passkeys`, () => {
    api.serve(factors(LAPTOP));
    return { body: { recovery_codes: CODES } };
  });
  const onSetUp = vi.fn<() => void>();
  const { user, press } = await renderScreen(<SecondFactorCard onSetUp={onSetUp} />);
  expect(await screen.findByText('No passkeys yet.')).toBeVisible();
  const name = field(/^Name of the new passkey/);
  expect(name).not.toHaveValue('');
  await user.clear(name);
  await press('Add Passkey');
  expect(await screen.findByText('Name is required')).toBeVisible();
  expect(browser.asked).toHaveLength(0);
  await user.type(name, 'Laptop{Enter}');
  const heading = await screen.findByRole('heading', { name: 'Your Recovery Codes' });
  await waitFor(() => expect(heading).toHaveFocus());
  const authenticatorSelection = { userVerification: 'required' };
  expect(browser.asked).toMatchObject([
    { publicKey: { attestation: 'none', authenticatorSelection } },
  ]);
  const credential = { id: 'aWQ', type: 'public-key', response: { transports: ['internal'] } };
  expect(api.sent(`POST ${PATH}/passkeys`)).toMatchObject([{ name: 'Laptop', credential }]);
  expect(onSetUp).not.toHaveBeenCalled();
  await press('I Have Saved These Codes');
  const table = await screen.findByRole('table', { name: 'Passkeys' });
  expect(await within(table).findByRole('cell', { name: 'Laptop' })).toBeVisible();
  expect(within(table).getByText('Never')).toBeVisible();
  expect(onSetUp).toHaveBeenCalledOnce();
});

test.each([
  ['NotAllowedError', /the dialog was closed, or it took too long/],
  ['InvalidStateError', /This device has a passkey for your account already/],
  ['SecurityError', /Passkeys do not work at this address/],
])('says in a sentence what %s means, and adds nothing', async (name, sentence) => {
  browser.answer = () => Promise.reject(new DOMException('technical', name));
  const { press } = await renderScreen(<SecondFactorCard />);
  await press('Add Passkey');
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(screen.queryByText(/technical/)).not.toBeInTheDocument();
  expect(api.made(`POST ${PATH}/passkeys`)).toHaveLength(0);
});

test('says that a browser does not support passkeys', async () => {
  removePasskeyDialog();
  const { press } = await renderScreen(<SecondFactorCard />);
  await press('Add Passkey');
  expect(await screen.findByText('This browser does not support passkeys.')).toBeVisible();
});

test('marks a passkey of another address, and removes one after a question', async () => {
  api.serve(factors(LAPTOP, { ...LAPTOP, id: 8, name: 'Old phone', is_usable: false }));
  api.on(`DELETE ${PATH}/passkeys/8`, () => {
    api.serve(factors(LAPTOP));
    return { status: 204 };
  });
  const { user, answer } = await renderScreen(<SecondFactorCard />);
  const row = await screen.findByRole('row', { name: /Old phone/ });
  expect(within(row).getByText('For another address')).toBeVisible();
  await user.click(within(row).getByRole('button', { name: 'Remove' }));
  expect(await dialog('Remove Passkey')).toHaveTextContent('"Old phone"');
  await answer('Remove Passkey', 'Remove');
  expect(await screen.findByText('Passkey removed')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Old phone')).not.toBeInTheDocument());
  expect(screen.getByRole('cell', { name: 'Laptop' })).toBeVisible();
});
