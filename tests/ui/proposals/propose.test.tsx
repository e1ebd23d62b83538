import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { readApartment } from '~/apartments/fields';
import { ClosingApartmentForm } from '~/apartments/screens/form/closing-apartment-form';
import { CondoDetailPage } from '~/condos/screens/condo-detail-page';
import { UserEditPage } from '~/users/screens/user-edit-page';
import { openImport, VALIDATE } from '../../support/import-screen';
import { button, dialog, field, noDialog, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { CONDO, imageFile, openUpdateForm } from '../condos/condo-fixtures';
import { ANNA } from '../users/user-fixtures';
import { PROPOSAL, signInWith } from './proposal-fixtures';

/* "Propose these changes" and "Propose...": everywhere a reason is asked for. */

const PROPOSE = 'POST /admin/proposals';
const TITLE = 'Propose changes';

beforeEach(() => {
  signInWith('propose');
  api.on(PROPOSE, () => ({ status: 201, body: PROPOSAL }));
  api.on('GET /admin/condos/7', () => ({ body: CONDO, etag: 'W/"c7"' }));
  api.on('GET /admin/users/3', () => ({ body: ANNA, etag: '"u3"' }));
  api.serve({ '/admin/apartments': [] });
});

type Opened = Awaited<ReturnType<typeof renderScreen>>;

/** Gives the reason and sends. */
async function giveReason({ user, answer }: Pick<Opened, 'user' | 'answer'>) {
  await dialog(TITLE);
  await user.type(field('Reason'), 'The commune has merged');
  await answer(TITLE, 'Propose');
}

/** The form on the page of a building. */
async function open() {
  const opened = await renderScreen(<CondoDetailPage condoId={7} />, '/condos/7');
  await openUpdateForm(opened);
  return opened;
}

describe('from the form of a building', () => {
  it('only what was changed is proposed, of the version that the form was filled from', async () => {
    const opened = await open();
    await opened.retype('City/Town/Commune', 'Baar');
    await opened.user.clear(field('Building Website (Neighborhood)'));
    await opened.press('Propose these changes');
    await dialog(TITLE);
    await opened.answer(TITLE, 'Propose');
    expect(await screen.findByText('Reason is required')).toBeVisible();
    await giveReason(opened);
    expect(await screen.findByText('Proposed')).toBeVisible();
    expect(screen.getByRole('link', { name: /Open the proposal/ })).toHaveAttribute(
      'href',
      '/proposals/5',
    );
    await noDialog();
    expect(api.sent(PROPOSE)).toEqual([
      {
        kind: 'condo',
        reason: 'The commune has merged',
        rows: [
          { action: 'change', id: 7, version: '"c7"', values: { city: 'Baar', website: null } },
        ],
      },
    ]);
    expect(api.made('PUT /admin/condos/7')).toEqual([]);
    expect(field('City/Town/Commune')).toHaveValue('Zürich');
  });

  it('asks nothing while a value is invalid, or where none was changed', async () => {
    const { user, press } = await open();
    await press('Propose these changes');
    expect(await screen.findByText(/^There is nothing to propose/)).toBeVisible();
    await user.clear(field('City/Town/Commune'));
    await press('Propose these changes');
    expect(await screen.findByText('City/Town/Commune is required')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('images are not part of it, which it says', async () => {
    const opened = await open();
    await opened.user.upload(field('Building Image'), imageFile('a.png', 'image/png'));
    await opened.press('Propose these changes');
    expect(await screen.findByText('Images are not part of a proposal.')).toBeVisible();
    await opened.retype('City/Town/Commune', 'Baar');
    await opened.press('Propose these changes');
    const dialogElement = await dialog(TITLE);
    expect(within(dialogElement).getByText('Images are not part of a proposal.')).toBeVisible();
  });

  it('Escape asks before a reason is lost, and leaves the form as it is', async () => {
    const opened = await open();
    await opened.retype('City/Town/Commune', 'Baar');
    await opened.press('Propose these changes');
    await dialog(TITLE);
    await opened.user.type(field('Reason'), 'Because{Escape}');
    await opened.answer('Leave without saving?', 'Stay');
    expect(field('Reason')).toHaveValue('Because');
    await opened.user.type(field('Reason'), '{Escape}');
    await opened.answer('Leave without saving?', 'Leave');
    await noDialog();
    expect(field('City/Town/Commune')).toHaveValue('Baar');
  });

  it('an error keeps the question, the reason and the form', async () => {
    api.reject(PROPOSE, 429, 'You have 50 open proposals');
    const opened = await open();
    await opened.retype('City/Town/Commune', 'Baar');
    await opened.press('Propose these changes');
    await giveReason(opened);
    expect(await screen.findByText('You have 50 open proposals')).toBeVisible();
    await opened.answer(TITLE, 'Cancel');
    await noDialog();
    expect(field('City/Town/Commune')).toHaveValue('Baar');
  });

  it('that was closed while it failed, a toast says so', async () => {
    const { resolve: answer, promise: answered } = Promise.withResolvers<void>();
    api.on(PROPOSE, async () => {
      await answered;
      return { status: 503, body: { detail: 'The API is away' } };
    });
    const opened = await open();
    await opened.retype('City/Town/Commune', 'Baar');
    await opened.press('Propose these changes');
    await giveReason(opened);
    await waitFor(() => expect(api.made(PROPOSE)).toHaveLength(1));
    // Escape might lose the reason. Cancel is meant.
    await opened.user.keyboard('{Escape}');
    await opened.answer(TITLE, 'Cancel');
    await noDialog();
    answer();
    expect(await screen.findByText('The API is away')).toBeVisible();
  });

  it('sent again after an error it has its key, and another one with another reason', async () => {
    api.reject(PROPOSE, 502, 'The answer was lost');
    const opened = await open();
    await opened.retype('City/Town/Commune', 'Baar');
    await opened.press('Propose these changes');
    await giveReason(opened);
    await waitFor(() => expect(api.made(PROPOSE)).toHaveLength(1));
    await screen.findByText('The answer was lost');
    await opened.answer(TITLE, 'Propose');
    await waitFor(() => expect(api.made(PROPOSE)).toHaveLength(2));
    await opened.user.type(field('Reason'), ' again');
    await opened.answer(TITLE, 'Propose');
    await waitFor(() => expect(api.made(PROPOSE)).toHaveLength(3));
    const [first, again, other] = api
      .made(PROPOSE)
      .map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });
});

it("a person's names and phone can be proposed", async () => {
  const opened = await renderScreen(<UserEditPage userId={3} />, '/users/3/edit');
  await screen.findByLabelText('First Name');
  await opened.retype('First Name', ' Annina ');
  await opened.press('Propose these changes');
  await giveReason(opened);
  await waitFor(() =>
    expect(api.sent(PROPOSE)).toMatchObject([
      {
        kind: 'user',
        rows: [{ action: 'change', id: 3, version: '"u3"', values: { first_name: 'Annina' } }],
      },
    ]),
  );
});

it("an apartment's parking spots can be proposed too, and its form closes", async () => {
  const stored = { id: 31, condo_id: 7, apartment_number: '1A', parking_spot_number: 'P1' };
  const closed = vi.fn<() => void>();
  const opened = await renderScreen(
    <ClosingApartmentForm
      apartment={{ ...readApartment({ ...stored, floor_number: 2 }), version: '"a31"' }}
      condoId={7}
      save={() => Promise.reject(new Error('nothing is saved'))}
      onClose={closed}
      onCancel={closed}
    />,
  );
  await screen.findByLabelText('Apartment Number');
  await opened.user.click(screen.getByRole('checkbox', { name: 'None' }));
  await opened.press('Propose these changes');
  await giveReason(opened);
  await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  expect(api.sent(PROPOSE)).toMatchObject([
    {
      kind: 'apartment',
      rows: [{ id: 31, version: '"a31"', values: { parking_spot_number: 'None' } }],
    },
  ]);
});

/** A row of a review. */
const row = (id: number, name: string) => ({
  row_number: id + 1,
  id,
  name,
  version: `v${id}`,
  changes: [{ field: 'city', old: 'Zug', new: 'Baar' }],
});

describe('from a file', () => {
  beforeEach(() => {
    api.serve({ '/admin/bulk-imports': [] });
  });

  it('the chosen rows of a review are proposed in place of being applied', async () => {
    const columns = ['id', 'row_version', 'city'].map((heading) => ({ heading, field: null }));
    api.on(VALIDATE, () => ({
      body: { valid_rows: [], invalid_rows: [], reading: { source: { format: 'CSV' }, columns } },
    }));
    api.on('POST /admin/bulk-review', () => ({
      body: {
        changed: [row(1, 'Alpha'), row(2, 'Beta')],
        conflicts: [row(3, 'Gamma')],
        new_rows: [{ row_number: 9, name: 'Delta', number_of_units: 3 }],
        invalid_rows: [],
        unchanged: 0,
        missing: 0,
      },
    }));
    const { validate, user, press, answer } = await openImport();
    await validate(new File(['id;row_version;city'], 'buildings.csv'));
    const card = await screen.findByRole('region', { name: 'Review' });
    expect(within(card).queryByRole('button', { name: 'Apply Changes' })).toBeNull();
    await user.click(within(card).getByRole('checkbox', { name: 'Apply Beta' }));
    await press('Propose...');
    await giveReason({ user, answer });
    expect(await screen.findByText(/^Proposed\. Nothing is written/)).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Review' })).toBeNull();
    expect(api.sent(PROPOSE)).toEqual([
      {
        kind: 'condo',
        reason: 'The commune has merged',
        rows: [
          { action: 'change', id: 1, version: 'v1', values: { city: 'Baar' } },
          { action: 'create', values: { name: 'Delta', number_of_units: 3 } },
        ],
      },
    ]);
  });

  it('so are the rows of an import', async () => {
    api.on(VALIDATE, () => ({
      body: { valid_rows: [{ row_number: 2, name: 'Delta' }], invalid_rows: [] },
    }));
    const { validate, user, press, answer } = await openImport();
    await validate();
    await screen.findByText('Delta');
    expect(screen.queryByRole('button', { name: /^Create Entries/ })).toBeNull();
    await press('Propose...');
    await giveReason({ user, answer });
    expect(await screen.findByText(/^Proposed\. Nothing is written/)).toBeVisible();
    expect(api.sent(PROPOSE)).toMatchObject([
      { kind: 'condo', rows: [{ action: 'create', values: { name: 'Delta' } }] },
    ]);
  });
});

describe('with other rights', () => {
  it('who may write has both buttons, and the one that proposes saves nothing', async () => {
    signInWith('all');
    const opened = await open();
    expect(button('Update Building')).toBeVisible();
    await opened.retype('City/Town/Commune', 'Baar');
    await opened.press('Propose these changes');
    await giveReason(opened);
    await noDialog();
    expect(api.sent(PROPOSE)).toHaveLength(1);
    expect(api.made('PUT /admin/condos/7')).toEqual([]);
  });

  it('who only looks has none', async () => {
    signInWith('look');
    await renderScreen(<UserEditPage userId={3} />, '/users/3/edit');
    expect(await screen.findByText(/^Your rights do not allow this/)).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Propose these changes' })).toBeNull();
  });

  it('another API takes no proposals', async () => {
    signInWith('all');
    vi.stubEnv('API_BASE_URL', 'https://api.example/api');
    await renderScreen(<UserEditPage userId={3} />, '/users/3/edit');
    await screen.findByLabelText('First Name');
    expect(screen.queryByRole('button', { name: 'Propose these changes' })).toBeNull();
  });
});
