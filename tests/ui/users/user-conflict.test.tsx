import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { UserEditPage } from '~/users/screens/user-edit-page';
import { claimDrafts, keepForms } from '~/kit/ui/open-forms';
import { dialog, field, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { VersionedRecord } from '../../support/versioned-record';
import { ANNA } from './user-fixtures';

const PATH = '/users/3/edit';
const ADMIN = '1 chief@example.com';

let record: VersionedRecord;
beforeEach(() => {
  claimDrafts(ADMIN);
  record = new VersionedRecord(api, '/admin/users/3', ANNA);
});

/** Types another first name. */
async function open() {
  const opened = await renderScreen(<UserEditPage userId={3} />, PATH);
  await screen.findByLabelText('First Name');
  await opened.retype('First Name', 'Annina');
  return opened;
}

const someoneElseSaves = () => record.someoneElseSaves({ first_name: 'Anne', last_name: 'Huber' });

async function expectBothChanges(): Promise<void> {
  await screen.findByText('At /users/3');
  expect(record.stored).toMatchObject({ first_name: 'Annina', last_name: 'Huber' });
}

it('if two administrators save the same user, the second one chooses, and nothing typed is lost', async () => {
  const { press, answer } = await open();
  someoneElseSaves();
  await press('Save Changes');
  const title = 'Someone else has changed this user';
  const box = within(await dialog(title));
  expect(box.getByRole('radio', { name: /Your value ?Annina/ })).toBeChecked();
  expect(box.getByRole('radio', { name: /Their value ?Huber/ })).toBeChecked();
  expect(box.getByRole('radio', { name: /The value before ?Meier/ })).not.toBeChecked();
  await answer(title, 'Save with these choices');
  await expectBothChanges();
  expect(record.matched()).toEqual(['"v1"', '"v2"']);
});

it('text typed before the session ended is put on top of the latest version', async () => {
  const { press, router, queryClient } = await open();
  keepForms();
  await router.navigate({ to: '/login' });
  someoneElseSaves();
  queryClient.clear();
  claimDrafts(ADMIN);
  await router.navigate({ href: PATH });
  expect(await screen.findByText(/Some of these fields have been changed since/)).toBeVisible();
  await press('Restore unsaved changes');
  expect(field('First Name')).toHaveValue('Annina');
  expect(field('Last Name')).toHaveValue('Huber');
  await press('Save Changes');
  await expectBothChanges();
  expect(record.matched()).toEqual(['"v2"']);
});
