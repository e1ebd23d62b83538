import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Factors } from '~/accounts/factors';
import { startSession } from '~/rpc/session-store';
import { SecondFactorCard } from '~/accounts/screens/second-factor/second-factor-card';
import { button, dialog, field, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import {
  CREATION_OPTIONS,
  installPasskeyDialog,
  removePasskeyDialog,
  type PasskeyDialog,
} from '../../support/web-authn';

const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = Array.from({ length: 10 }, (_, index) => `abcdef-ghjkmn-pqrstu-vwxyz${index}`);
const PATH = '/admin/account/factors';

const NONE: Factors = { totp: null, passkeys: [], recovery_codes_left: 0, required: false };
const ACTIVE: Factors = {
  ...NONE,
  totp: { added_at: '2026-11-20T08:00:00Z' },
  recovery_codes_left: 9,
};
const LAPTOP = {
  id: 7,
  name: 'Laptop',
  created_at: '2026-11-20T08:00:00Z',
  last_used_at: null,
  is_usable: true,
};

beforeEach(() => {
  api
    .serve({ [PATH]: NONE })
    .on(`POST ${PATH}/recovery-codes`, () => ({ body: { recovery_codes: CODES } }))
    .on(`POST ${PATH}/totp`, () => ({
      body: { secret: SECRET, uri: `otpauth://totp/Condo%20Admin:ada?secret=${SECRET}` },
    }));
});

test('sets up an app: QR code, key, a wrong code, then the recovery codes once', async () => {
  api.on(`POST ${PATH}/totp/confirmation`, ({ json }) => {
    if (!JSON.stringify(json).includes('123456')) {
      const message = 'This code is not valid';
      return { status: 422, body: { detail: message, errors: [{ field: 'code', message }] } };
    }
    api.serve({ [PATH]: { ...ACTIVE, recovery_codes_left: 10 } });
    return { body: { recovery_codes: CODES } };
  });
  const onSetUp = vi.fn<() => void>();
  const { user, press } = await renderScreen(<SecondFactorCard onSetUp={onSetUp} />);
  await press('Set Up Authenticator App');
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
  const code = field(/^Authentication code/);
  expect(code).toHaveAttribute('autocapitalize', 'none');
  expect(code).toHaveFocus();
  await user.type(code, '12345{Enter}');
  expect(await screen.findByText('The code has 6 digits')).toBeVisible();
  expect(api.made(`POST ${PATH}/totp/confirmation`)).toHaveLength(0);
  await user.type(code, '0{Enter}');
  expect(await screen.findByText('This code is not valid')).toBeVisible();
  await user.clear(code);
  await user.type(code, '123 456{Enter}');
  const heading = await screen.findByRole('heading', { name: 'Your Recovery Codes' });
  await waitFor(() => expect(heading).toHaveFocus());
  const list = screen.getByRole('list', { name: 'Recovery codes' });
  expect(within(list).getAllByRole('listitem')).toHaveLength(10);
  const write = vi.spyOn(navigator.clipboard, 'writeText');
  await press('Copy');
  expect(await screen.findByText('Recovery codes copied')).toBeVisible();
  expect(write).toHaveBeenCalledWith(`${CODES.join('\n')}\n`);
  expect(onSetUp).not.toHaveBeenCalled();
  await press('I Have Saved These Codes');
  expect(await screen.findByText('10 left')).toBeVisible();
  expect(screen.queryByText(CODES[0] ?? '')).not.toBeInTheDocument();
  expect(onSetUp).toHaveBeenCalledOnce();
});

test('Cancel leaves everything as it was', async () => {
  const { press } = await renderScreen(<SecondFactorCard />);
  await press('Set Up Authenticator App');
  await press('Cancel');
  expect(button('Set Up Authenticator App')).toBeVisible();
  expect(screen.queryByRole('img')).not.toBeInTheDocument();
});

test('shows what is left, makes new codes, and removes the app after a question', async () => {
  api.serve({ [PATH]: ACTIVE }).accept(`DELETE ${PATH}/totp`, { [PATH]: NONE });
  const { press, answer } = await renderScreen(<SecondFactorCard />);
  expect(await screen.findByText('9 left')).toBeVisible();
  await press('New Recovery Codes');
  await press('I Have Saved These Codes');
  await press('Remove Authenticator App');
  await answer('Remove Authenticator App', 'Remove');
  expect(await screen.findByText('Authenticator app removed')).toBeVisible();
  expect(await screen.findByText(/Only your password protects this account/)).toBeVisible();
});

test('an account without a password reads nothing about one', async () => {
  startSession({ token: 'a', user: { email: 'a@b.ch', has_password: false } });
  await renderScreen(<SecondFactorCard />);
  expect(await screen.findByRole('button', { name: 'Set Up Authenticator App' })).toBeVisible();
  expect(screen.queryByText(/Only your password/)).toBeNull();
});

test('a double click makes one set of codes, and sets up one app', async () => {
  api.serve({ [PATH]: ACTIVE });
  const { press } = await renderScreen(<SecondFactorCard />);
  doubleClick(await screen.findByRole('button', { name: 'New Recovery Codes' }));
  await press('I Have Saved These Codes');
  expect(api.made(`POST ${PATH}/recovery-codes`)).toHaveLength(1);
  doubleClick(await screen.findByRole('button', { name: 'Set Up Another App' }));
  expect(await screen.findByRole('img', { name: /QR code/ })).toBeVisible();
  expect(api.made(`POST ${PATH}/totp`)).toHaveLength(1);
});

/** Both presses within one task, as on a busy machine. */
function doubleClick(target: HTMLElement): void {
  act(() => {
    fireEvent.click(target, { detail: 1 });
    fireEvent.click(target, { detail: 2 });
  });
}

test('the last factor stays where one is required, and the server says why', async () => {
  api.serve({ [PATH]: { ...ACTIVE, required: true } });
  const detail = 'A second factor is required here. Set up another one first.';
  api.reject(`DELETE ${PATH}/totp`, 409, detail);
  const { press, answer } = await renderScreen(<SecondFactorCard />);
  await press('Remove Authenticator App');
  await answer('Remove Authenticator App', 'Remove');
  expect(await screen.findByText(detail)).toBeVisible();
});

describe('passkeys', () => {
  let browser: PasskeyDialog;

  beforeEach(() => {
    // Passkeys are made for an address.
    vi.stubEnv('PUBLIC_URL', 'https://panel.example.com');
    browser = installPasskeyDialog();
    api.on(`POST ${PATH}/passkeys/options`, () => ({ body: CREATION_OPTIONS }));
  });

  test('adds a passkey by the browser, shows the recovery codes once, then the list', async () => {
    const added = { [PATH]: { ...NONE, passkeys: [LAPTOP] } };
    api.accept(`POST ${PATH}/passkeys`, added, { body: { recovery_codes: CODES } });
    const onSetUp = vi.fn<() => void>();
    const { user, press } = await renderScreen(<SecondFactorCard onSetUp={onSetUp} />);
    expect(await screen.findByText('No passkeys yet.')).toBeVisible();
    const name = field(/^Name of the new passkey/);
    expect(name).not.toHaveValue('');
    await user.clear(name);
    await press('Add Passkey');
    expect(await screen.findByText('Name is required')).toBeVisible();
    expect(browser.requests).toHaveLength(0);
    await user.type(name, 'Laptop{Enter}');
    const heading = await screen.findByRole('heading', { name: 'Your Recovery Codes' });
    await waitFor(() => expect(heading).toHaveFocus());
    const authenticatorSelection = { userVerification: 'required' };
    expect(browser.requests).toMatchObject([
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
    const phone = { ...LAPTOP, id: 8, name: 'Old phone', is_usable: false };
    api.serve({ [PATH]: { ...NONE, passkeys: [LAPTOP, phone] } });
    api.accept(`DELETE ${PATH}/passkeys/8`, { [PATH]: { ...NONE, passkeys: [LAPTOP] } });
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
});
