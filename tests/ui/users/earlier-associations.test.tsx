import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { UserDetailPage } from '~/users/screens/user-detail-page';
import { UserEditPage } from '~/users/screens/user-edit-page';
import { dialog, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { VersionedRecord } from '../../support/versioned-record';
import { ANNA } from './user-fixtures';

const PATH = '/admin/user-condo-associations/51';
const LIST = '/admin/user-condo-associations';
const PAST = {
  id: 51,
  user_id: 3,
  condo_id: 7,
  condo_name: 'Seestrasse 7',
  apartment_id: 31,
  apartment_number: '1A',
  role: 'renter',
  since: '2020-01-01',
  until: '2021-12-31',
  note: null,
  reported_on: null,
  created_at: null,
  state: 'past',
};

let record: VersionedRecord;

beforeEach(() => {
  record = new VersionedRecord(api, PATH, PAST);
  api.serve({ [LIST]: [PAST] });
});

async function open(Page: typeof UserDetailPage | typeof UserEditPage, is_active = true) {
  api.serve({ '/admin/users/3': { ...ANNA, is_active } });
  const opened = await renderScreen(<Page userId={3} />);
  await opened.user.click(await screen.findByText('Earlier (1)'));
  const table = screen.getByRole('table', { name: /^Earlier associations/ });
  return { ...opened, row: within(table).getByRole('row', { name: /Seestrasse 7/ }) };
}

test('a past association can be corrected', async () => {
  const { user, row, retype, answer } = await open(UserDetailPage);
  expect(within(row).queryByRole('button', { name: 'Delete' })).toBeNull();
  await user.click(within(row).getByRole('button', { name: 'Edit' }));
  await dialog('Edit association');
  await screen.findByLabelText('Last day');
  await retype('Last day', '2022-03-31');
  await answer('Edit association', 'Save Changes');
  await waitFor(() => expect(record.stored.until).toBe('2022-03-31'));
});

test('a past association that was entered by mistake can be deleted on the edit page', async () => {
  api.accept(`DELETE ${PATH}`, { [LIST]: [] });
  const { user, row, answer } = await open(UserEditPage);
  await user.click(within(row).getByRole('button', { name: 'Delete' }));
  await answer('Remove Association', 'Remove');
  expect(await screen.findByText('Association deleted')).toBeVisible();
  await waitFor(() => expect(screen.queryByText('Earlier (1)')).toBeNull());
});

test('the past of an inactive person stays as it is', async () => {
  const { row } = await open(UserEditPage, false);
  expect(within(row).queryByRole('button')).toBeNull();
});
