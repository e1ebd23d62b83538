import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { condoSearch } from '~/condos/search';
import { CondosPage } from '~/condos/screens/condos-page';
import { dialog, noDialog, pressTwice, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const CONDOS = ['Alpenblick', 'Bellevue', 'Chalet', 'Dorfhaus', 'Eiger', 'Föhn'].map(
  (name, index) => ({ id: index + 1, name, city: 'Bern' }),
);
const LIST_CALL = 'GET /admin/condos';

let stored: typeof CONDOS = [];

beforeEach(() => {
  stored = [...CONDOS];
  api.on(LIST_CALL, () => ({ body: stored }));
  for (const { id } of CONDOS) {
    api.on(`DELETE /admin/condos/${id}`, () => {
      stored = stored.filter((condo) => condo.id !== id);
      return { body: {} };
    });
  }
});

async function open(query = {}) {
  const opened = await renderScreen(<CondosPage query={{ ...condoSearch.defaults, ...query }} />);
  await box('Alpenblick');
  return opened;
}

const box = (name: string) => screen.findByRole('checkbox', { name: `Select ${name}` });
const bar = () => screen.findByRole('region', { name: 'Selection' });
const press = async (name: string) => within(await dialog()).findByRole('button', { name });

/** Chooses by a checkbox, has what is chosen deleted and confirms it. */
async function deleteChosen(user: UserEvent, name = 'all shown'): Promise<void> {
  await user.click(await box(name));
  await user.click(await screen.findByRole('button', { name: 'Delete selected' }));
  await user.click(await press('Delete'));
}

/** The failures that the dialog names. */
const notDone = () =>
  textsOf(within(screen.getByRole('list', { name: 'Not done' })).getAllByRole('listitem'));

it('have checkboxes in the first cell, which keeps its name', async () => {
  await open();
  const row = screen.getByRole('row', { name: /^1 Alpenblick/ });
  const cell = within(row).getByRole('cell', { name: '1' });
  expect(cell).toContainElement(await box('Alpenblick'));
  expect(cell).toHaveTextContent(/^1$/);
  const headers = textsOf(screen.getAllByRole('columnheader')).join(' | ');
  expect(headers).toBe('ID | Name | Address | Location | Created | Actions');
  const id = screen.getByRole('columnheader', { name: 'ID' });
  expect(id).toContainElement(screen.getByRole('checkbox', { name: 'Select all shown' }));
});

it('are chosen as a range with Shift, all by the header, and by keyboard alone', async () => {
  const { user } = await open();
  await user.click(await box('Bellevue'));
  await user.keyboard('{Shift>}');
  await user.click(await box('Eiger'));
  await user.keyboard('{/Shift}');
  expect(within(await bar()).getByText('4 selected')).toBeVisible();
  const all = screen.getByRole('checkbox', { name: 'Select all shown' });
  expect(all).toBePartiallyChecked();
  all.focus();
  await user.keyboard(' ');
  expect(within(await bar()).getByText('6 selected')).toBeVisible();
  await user.keyboard('{Enter}');
  expect(await screen.findByRole('button', { name: 'Delete selected' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Clear selection' }));
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull());
  expect(all).not.toBeChecked();
  (await box('Chalet')).focus();
  await user.keyboard(' ');
  expect(await box('Chalet')).toBeChecked();
  await user.keyboard(' ');
  expect(await box('Chalet')).not.toBeChecked();
});

it('are deleted after one question that names them, and leave list and selection', async () => {
  const { user } = await open();
  await user.click(await box('Alpenblick'));
  await user.click(await box('Chalet'));
  await user.click(await screen.findByRole('button', { name: 'Delete selected' }));
  const dialogElement = await dialog();
  expect(dialogElement).toHaveAccessibleName('Delete 2 buildings');
  expect(
    within(dialogElement).getByText(
      'Are you sure you want to delete 2 buildings? This action cannot be undone.',
    ),
  ).toBeVisible();
  expect(within(dialogElement).getByRole('list', { name: 'Chosen' })).toHaveTextContent(
    'AlpenblickChalet',
  );
  expect(await press('Cancel')).toHaveFocus();
  // Before the dialog can show that it is answered.
  pressTwice(await press('Delete'));
  expect(await screen.findByText('2 buildings deleted')).toBeVisible();
  expect(api.made('DELETE /admin/condos/1')).toHaveLength(1);
  await waitFor(() => expect(screen.queryByText('Chalet')).toBeNull());
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.queryByRole('region', { name: 'Selection' })).toBeNull();
  // The list is read once more, not once for each.
  expect(api.made(LIST_CALL)).toHaveLength(2);
});

it('records that could not be deleted are named, each with what the API said, and can be tried again', async () => {
  api
    .on('DELETE /admin/condos/2', () => ({ status: 400, body: { detail: 'People live here' } }))
    .on('DELETE /admin/condos/3', () => ({ status: 500, body: {} }));
  const { user } = await open();
  await deleteChosen(user);
  expect(await screen.findByText('4 of 6 buildings deleted.')).toBeVisible();
  expect(notDone()).toEqual(['BellevuePeople live here', 'ChaletFailed to delete building.']);
  expect(await press('OK')).toHaveFocus();
  api
    .on('DELETE /admin/condos/2', () => ({ body: {} }))
    .on('DELETE /admin/condos/3', () => ({ status: 400, body: { detail: 'In use' } }));
  await user.click(await press('Try Again'));
  expect(await screen.findByText('1 of 2 buildings deleted.')).toBeVisible();
  expect(notDone()).toEqual(['ChaletIn use']);
  // That cannot help any more.
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  await user.click(await press('OK'));
  await noDialog();
  // What failed stays chosen.
  expect(within(await bar()).getByText('1 selected')).toBeVisible();
});

it('leave the list where somebody else has deleted all of them', async () => {
  api.on('DELETE /admin/condos/2', () => {
    stored = stored.filter(({ id }) => id !== 2);
    return { status: 404, body: { detail: 'Building not found' } };
  });
  const { user } = await open();
  await deleteChosen(user, 'Bellevue');
  expect(await screen.findByText('Building not found')).toBeVisible();
  await user.click(await press('OK'));
  await waitFor(() => expect(screen.queryByText('Bellevue')).toBeNull());
  expect(await box('Chalet')).toBeVisible();
});

it('are not deleted any further after Cancel', async () => {
  const answers: Array<() => void> = [];
  for (const { id } of CONDOS) {
    api.on(`DELETE /admin/condos/${id}`, async () => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return { body: {} };
    });
  }
  const { user } = await open();
  await deleteChosen(user);
  await waitFor(() => expect(answers).toHaveLength(4));
  expect(screen.getByRole('progressbar', { name: 'Delete' })).toHaveValue(0);
  await user.click(await press('Cancel'));
  expect(await press('Please wait...')).toBeVisible();
  for (const answer of answers) answer();
  expect(await screen.findByText('4 of 6 buildings deleted.')).toBeVisible();
  expect(notDone()).toEqual(['Eiger, FöhnNot deleted: cancelled']);
  expect(api.made('DELETE /admin/condos/5')).toHaveLength(0);
});
