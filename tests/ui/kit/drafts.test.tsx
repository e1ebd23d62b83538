import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { condoFormSchema } from '~/condos/schema';
import { CreateCondoPage } from '~/condos/screens/create-condo-page';
import { readDraft } from '~/kit/form/use-draft';
import { claimDrafts, keepForms, leaveForms } from '~/kit/ui/open-forms';
import { api } from '../../support/stub-transport';
import { renderScreen } from '../../support/on-screen';
import { fillRequired, imageFile } from '../condos/condo-fixtures';

const PATH = '/condos/create';
const KEY = 'condo/new';
const ANNA = '1 anna@example.com';

beforeEach(() => {
  claimDrafts(ANNA);
});

async function open() {
  const opened = await renderScreen(<CreateCondoPage />, PATH);
  await screen.findByLabelText('Building Image');
  return opened;
}

/**
 * Ends the session as a 401 does and signs in again. The form disappears in between and then comes
 * back.
 */
async function interrupt({ router }: Awaited<ReturnType<typeof open>>, user = ANNA) {
  keepForms();
  await router.navigate({ to: '/login' });
  claimDrafts(user);
  await router.navigate({ to: PATH });
  await screen.findByLabelText('Building Image');
}

const restore = () => screen.queryByRole('button', { name: 'Restore unsaved changes' });
const canton = () => screen.getByLabelText('Canton');

describe('a session that ends in the middle of a form', () => {
  it('what was typed is offered again, put back where asked for, and can be saved', async () => {
    api.on('POST /admin/condos', () => ({ status: 201 }));
    const opened = await open();
    await fillRequired(opened.user);
    await interrupt(opened);
    expect(canton()).toHaveValue('');
    await opened.press('Restore unsaved changes');
    expect(canton()).toHaveValue('BE');
    expect(restore()).toBeNull();
    expect(sessionStorage).toHaveLength(0);
    expect(screen.getByLabelText('Building Name or First Line of the Address')).toHaveFocus();
    // It is as unsaved as before.
    void opened.router.navigate({ to: '/dashboard' });
    await opened.answer('Leave without saving?', 'Stay');
    await opened.press('Create Building');
    expect(await screen.findByText('Building created')).toBeVisible();
    expect(api.made('POST /admin/condos')[0]?.form).toMatchObject({
      state: 'BE',
      zip_code: '3011',
    });
  });

  it('is discarded where asked for, for good', async () => {
    const opened = await open();
    await opened.user.type(canton(), 'VD');
    await interrupt(opened);
    await opened.press('Discard');
    expect(restore()).toBeNull();
    await interrupt(opened);
    expect(restore()).toBeNull();
    expect(canton()).toHaveValue('');
  });

  it('is gone once the form is saved without it', async () => {
    api.on('POST /admin/condos', () => ({ status: 201 }));
    const opened = await open();
    await opened.user.type(canton(), 'VD');
    await interrupt(opened);
    await fillRequired(opened.user);
    await opened.press('Create Building');
    await waitFor(() => expect(opened.router.state.location.pathname).toBe('/condos'));
    expect(sessionStorage).toHaveLength(0);
  });

  it('says that images are lost', async () => {
    const opened = await open();
    await opened.user.type(canton(), 'VD');
    await opened.user.upload(
      screen.getByLabelText('Building Image'),
      imageFile('a.png', 'image/png'),
    );
    await interrupt(opened);
    expect(screen.getByText(/Images could not be kept: choose them again/)).toBeVisible();
    expect(restore()).toBeVisible();
  });

  it('an untouched form keeps nothing', async () => {
    const opened = await open();
    await interrupt(opened);
    expect(restore()).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is never offered to someone else, and not to its owner afterwards', async () => {
    const opened = await open();
    await opened.user.type(canton(), 'VD');
    await interrupt(opened, '2 ben@example.com');
    expect(restore()).toBeNull();
    expect(sessionStorage).toHaveLength(0);
  });

  it('is not written when someone else has signed in since it was typed', async () => {
    const opened = await open();
    await opened.user.type(canton(), 'VD');
    claimDrafts('2 ben@example.com');
    await interrupt(opened, '2 ben@example.com');
    expect(restore()).toBeNull();
  });

  it('goes with a logout', async () => {
    const opened = await open();
    await opened.user.type(canton(), 'VD');
    keepForms();
    expect(sessionStorage).toHaveLength(1);
    claimDrafts('');
    expect(sessionStorage).toHaveLength(0);
  });
});

/** Stores a draft as if an earlier form had left it. */
const stored = (changes: unknown) =>
  sessionStorage.setItem(
    `drafts:${ANNA}`,
    JSON.stringify({ [KEY]: { changes, imageLost: false } }),
  );

describe('a draft that is read back', () => {
  it.each([
    ['of a type that cannot be typed', [{ name: 'city', value: 7 }]],
    ['with an object for a text', [{ name: 'city', value: { toString: 'x' } }]],
    ['of an unknown field', [{ name: 'is_superuser', value: 'x' }]],
    ['of a field that every object has', [{ name: 'constructor', value: 'x' }]],
    [
      'with one bad field among good ones',
      [
        { name: 'city', value: 'Bern' },
        { name: 'state', value: null },
      ],
    ],
    ['that is no list', { city: 'Bern' }],
    ['of nothing', []],
  ])('%s is ignored', (_name, changes) => {
    stored(changes);
    expect(readDraft(KEY, condoFormSchema)).toBeNull();
  });

  it('that breaks a rule is what a half-filled form looks like', () => {
    stored([
      { name: 'website', value: 'ftp:' },
      { name: 'name', value: '' },
      { name: 'number_of_units', value: -3 },
    ]);
    expect(readDraft(KEY, condoFormSchema)?.changes).toHaveLength(3);
  });

  it('that is not JSON is ignored', () => {
    sessionStorage.setItem(`drafts:${ANNA}`, '{"condo');
    expect(readDraft(KEY, condoFormSchema)).toBeNull();
  });
});

it('Logout asks first where something would be lost', async () => {
  const { user, answer } = await open();
  const logout = vi.fn<() => void>();
  leaveForms(logout);
  expect(logout).toHaveBeenCalledTimes(1);
  await user.type(canton(), 'VD');
  leaveForms(logout);
  await answer('Leave without saving?', 'Stay');
  expect(logout).toHaveBeenCalledTimes(1);
  leaveForms(logout);
  await answer('Leave without saving?', 'Leave');
  expect(logout).toHaveBeenCalledTimes(2);
});
