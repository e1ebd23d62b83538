import { useParams } from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { condoSearch } from '~/condos/search';
import { CondoDetailPage } from '~/condos/screens/condo-detail-page';
import { condoVisits } from '~/condos/screens/condo-trail';
import { ListKeys } from '~/kit/keys/list-keys';
import { dialog, field, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { CONDO } from './condo-fixtures';

// docs/behaviour/keys.md, "Serial work"

const NAMES: ReadonlyArray<readonly [id: number, name: string]> = [
  [7, 'Alpenblick'],
  [8, 'Bellevue'],
  [9, 'Chalet'],
];
const LIST = NAMES.map(([id, name]) => ({ ...CONDO, id, name, row_version: null }));
const path = (id: number) => `/admin/condos/${id}`;

beforeEach(() => {
  api.serve({ '/admin/apartments': [], '/admin/users': { data: [] } });
  for (const condo of LIST) {
    const address = path(condo.id);
    api.serve({ [address]: condo }).on(`PUT ${address}`, ({ form }) => {
      api.serve({ [address]: { ...condo, zip_code: form?.zip_code } });
      return { body: {} };
    });
  }
});

function Page() {
  const { condoId } = useParams({ strict: false });
  condoVisits.useRemember(condoSearch.defaults, LIST);
  const id = Number(condoId) || null;
  return (
    <>
      <CondoDetailPage key={id} condoId={id} />
      <ListKeys />
    </>
  );
}

/** The page of a building that was opened from a list of three. */
async function open(id: number) {
  const opened = await renderScreen(<Page />, '/condos/$condoId');
  await opened.router.navigate({ href: `/condos/${id}` });
  await expectHeading(id);
  return { ...opened, keyboard: (keys: string) => opened.user.keyboard(keys) };
}

async function expectHeading(id: number): Promise<void> {
  const [, name = 'Building'] = NAMES.find(([one]) => one === id) ?? [];
  expect(await screen.findByRole('heading', { level: 1, name })).toBeVisible();
}

/** Opens the form and comes to the zip code. */
async function openZip(id: number) {
  const opened = await open(id);
  await opened.press('Update Building Information');
  await screen.findByLabelText('Building Image');
  await opened.user.click(field('Zip Code'));
  return opened;
}

const zipFocused = () => waitFor(() => expect(field('Zip Code')).toHaveFocus());
const saved = () => screen.findByText('Saved', { selector: '[role=status]' });
const zips = (id: number) => api.made(`PUT ${path(id)}`).map(({ form }) => form?.zip_code);

it('a saved change says so beside the button, until the next one', async () => {
  const { user, retype } = await openZip(7);
  expect(screen.queryByText('Saved')).toBeNull();
  await retype('Zip Code', '8001');
  await user.keyboard('{Enter}');
  expect(await saved()).toBeVisible();
  expect(field('Zip Code')).toHaveFocus();
  await user.keyboard('2');
  await waitFor(() => expect(screen.queryByText('Saved')).toBeNull());
  api.reject(`PUT ${path(7)}`, 422, 'Too strange', 'zip_code');
  await user.keyboard('{Enter}');
  expect(await screen.findByText('Too strange')).toBeVisible();
  expect(screen.queryByText('Saved')).toBeNull();
});

it('Escape leaves the field, and ] goes on to the next record in the same field', async () => {
  const { keyboard, retype } = await openZip(7);
  await retype('Zip Code', '8001');
  await keyboard('{Enter}');
  await saved();
  await keyboard('{Escape}');
  expect(document.body).toHaveFocus();
  await keyboard(']');
  await expectHeading(8);
  await zipFocused();
  // The text is selected: typing replaces it.
  await keyboard('8002{Enter}');
  await saved();
  expect([zips(7), zips(8)]).toEqual([['8001'], ['8002']]);
  await keyboard('{Escape}[[');
  await expectHeading(7);
  await zipFocused();
});

it('unsaved changes are asked about', async () => {
  const { keyboard, answer } = await openZip(7);
  await keyboard('1{Escape}]');
  await dialog('Leave without saving?');
  await answer('Leave without saving?', 'Stay');
  expect(field('Zip Code')).toHaveValue(`${CONDO.zip_code}1`);
  await keyboard('{Escape}]');
  await answer('Leave without saving?', 'Leave');
  await expectHeading(8);
  await zipFocused();
  expect(field('Zip Code')).toHaveValue(CONDO.zip_code);
});

it('a record that was deleted meanwhile is passed by', async () => {
  api.on(`GET ${path(8)}`, () => ({ status: 404 }));
  const { keyboard } = await openZip(7);
  await keyboard('{Escape}]');
  expect(await screen.findByText(/^Error loading building or building/)).toBeVisible();
  await keyboard(']');
  await expectHeading(9);
  await zipFocused();
});

it('at the end of the list nothing happens', async () => {
  const { keyboard, router } = await openZip(9);
  await keyboard('{Escape}]');
  expect(router.state.location.pathname).toBe('/condos/9');
  expect(field('Zip Code')).toBeVisible();
});

it('a form that is closed stays closed', async () => {
  const { keyboard, press } = await openZip(7);
  await press('Update Building Information');
  await keyboard(']');
  await expectHeading(8);
  const toggle = await screen.findByRole('button', { name: 'Update Building Information' });
  expect(toggle).toHaveAttribute('aria-expanded', 'false');
});
