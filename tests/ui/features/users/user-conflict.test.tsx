import { screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { UserEditPage } from '~/features/users/user-edit-page';
import { claimDrafts, keepForms } from '~/lib/open-forms';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';
import { VersionedRecord } from '../../../support/versioned-record';
import { ANNA } from './user-fixtures';

const PATH = '/users/3/edit';
const ADMIN = '1 chief@example.com';

let record: VersionedRecord;
beforeEach(() => {
  claimDrafts(ADMIN);
  record = new VersionedRecord(api, '/admin/users/3', ANNA);
});

async function open() {
  const opened = await renderScreen(<UserEditPage userId={3} />, { path: PATH });
  await screen.findByLabelText('First Name');
  const retype = async (label: string, text: string) => {
    await opened.user.clear(screen.getByLabelText(label));
    await opened.user.paste(text);
  };
  const save = () => opened.user.click(screen.getByRole('button', { name: 'Save Changes' }));
  return { ...opened, retype, save };
}

const dialog = () => screen.findByRole('dialog', { name: 'Someone else has changed this user' });
const saved = () => screen.findByText('At /users/3');

describe('two administrators save the same user', () => {
  it('the second chooses, and nothing typed is lost', async () => {
    const { user, retype, save } = await open();
    await retype('First Name', 'Annina');
    record.someoneElseSaves({ first_name: 'Anne', last_name: 'Huber' });
    await save();
    const box = within(await dialog());
    expect(box.getByRole('radio', { name: /Your value ?Annina/ })).toBeChecked();
    expect(box.getByRole('radio', { name: /Their value ?Huber/ })).toBeChecked();
    expect(box.getByRole('radio', { name: /The value before ?Meier/ })).not.toBeChecked();
    await user.click(box.getByRole('button', { name: 'Save with these choices' }));
    await saved();
    expect(record.stored).toMatchObject({ first_name: 'Annina', last_name: 'Huber' });
    expect(record.matched()).toEqual(['"v1"', '"v2"']);
  });
});

describe('a session that ends while saving', () => {
  it('what was typed is put on top of the latest version', async () => {
    const { user, retype, save, router, queryClient } = await open();
    await retype('First Name', 'Annina');
    keepForms();
    await router.navigate({ to: '/login' });
    record.someoneElseSaves({ first_name: 'Anne', last_name: 'Huber' });
    queryClient.clear();
    claimDrafts(ADMIN);
    await router.navigate({ href: PATH });
    expect(await screen.findByText(/Some of these fields have been changed since/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Restore unsaved changes' }));
    expect(screen.getByLabelText('First Name')).toHaveValue('Annina');
    expect(screen.getByLabelText('Last Name')).toHaveValue('Huber');
    await save();
    await saved();
    expect(record.stored).toMatchObject({ first_name: 'Annina', last_name: 'Huber' });
    expect(record.matched()).toEqual(['"v2"']);
  });
});
