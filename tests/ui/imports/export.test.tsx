import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ExportButton } from '~/imports/screens/export-button';
import { button, dialog, field, noDialog, renderScreen } from '../../support/on-screen';
import { api } from '../../support/stub-transport';

const CONDOS = { list: 'condos', query: { city: 'Zug' } } as const;
const LIST_CALL = 'GET /admin/condos';
const CONDO = { id: 7, name: 'Seeblick', zip_code: '08001' };

/** The names of the files that were downloaded, and what was in them. */
let downloads: Array<{ name: string; content: Blob }> = [];

beforeEach(() => {
  api.serve({ '/admin/condos': [CONDO], '/admin/account': { rights: 'all' } });
  downloads = [];
  let last: Blob | undefined;
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    if (content instanceof Blob) last = content;
    return 'blob:http://localhost/export';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    if (last) downloads.push({ name: this.download, content: last });
  });
});

/** Opens the dialog of an export; `start` presses its button. */
async function open(opener = <ExportButton of={[CONDOS]} />) {
  const opened = await renderScreen(opener);
  await opened.press('Export');
  const dialogElement = await dialog();
  return { ...opened, dialogElement, start: () => opened.answer(/^Export/, 'Export') };
}

test('says how many rows the file will have, where the list knows it', async () => {
  await open(<ExportButton of={[CONDOS]} countRows={() => 301} />);
  const text = 'Exports all 301 buildings, filtered and sorted as shown.';
  expect(screen.getByText(text)).toBeVisible();
});

test('CSV asks for the separator, proposes the semicolon, and this browser remembers another one', async () => {
  const { user, press, dialogElement, start } = await open();
  expect(dialogElement).toHaveAccessibleName('Export Buildings');
  expect(screen.queryByLabelText('Separator')).not.toBeInTheDocument();
  await user.click(screen.getByRole('radio', { name: 'CSV' }));
  expect(field('Separator')).toHaveValue(';');
  await user.selectOptions(field('Separator'), 'Tab');
  await start();

  expect(await screen.findByText('Exported 1 row')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(api.queries(LIST_CALL)[0]).toMatchObject({ city: 'Zug' });
  const [file] = downloads;
  expect(file?.name).toMatch(/^buildings-\d{4}-\d\d-\d\d\.csv$/);
  const text = await file?.content.text();
  expect(text).toContain('"zip_code"\t"country"');
  expect(text).toContain('"08001"');

  await press('Export');
  await user.click(await screen.findByRole('radio', { name: 'CSV' }));
  expect(field('Separator')).toHaveValue('\t');
});

test('a workbook is proposed', async () => {
  api.serve({ '/admin/condos': [CONDO, { ...CONDO, id: 8 }] });
  const { start } = await open();
  await start();
  expect(await screen.findByText('Exported 2 rows')).toBeVisible();
  const [file] = downloads;
  expect(file?.name).toMatch(/\.xlsx$/);
  const bytes = new Uint8Array((await file?.content.arrayBuffer()) ?? []);
  expect(String.fromCharCode(...bytes.slice(0, 2))).toBe('PK');
});

test('a failure is shown, nothing is downloaded, and the next try works', async () => {
  api.reject(LIST_CALL, 500, 'Out of memory');
  const { press, dialogElement, start } = await open();
  await start();
  const alert = await within(dialogElement).findByRole('alert');
  expect(alert).toHaveTextContent('Failed to export: Out of memory');
  expect(downloads).toEqual([]);
  await waitFor(() => expect(button('Try again')).toHaveFocus());
  api.serve({ '/admin/condos': [CONDO] });
  await press('Try again');
  expect(await screen.findByText('Exported 1 row')).toBeVisible();
  expect(downloads).toHaveLength(1);
});

test('Cancel ends a running export without a file', async () => {
  const release = api.hold(LIST_CALL, () => ({ body: [CONDO] }));
  const { press, answer, start } = await open();
  await start();
  expect(await screen.findByRole('progressbar', { name: 'Rows exported' })).toBeVisible();
  await waitFor(() => expect(api.made(LIST_CALL)).toHaveLength(1));
  await answer(/^Export/, 'Cancel');
  await noDialog();
  release();
  await press('Export');
  expect(await screen.findByRole('radio', { name: 'CSV' })).toBeVisible();
  expect(downloads).toEqual([]);
  expect(screen.queryByText('Exported 1 row')).not.toBeInTheDocument();
});

test('one button can offer several lists: the chosen one is exported', async () => {
  const condo = { condo_id: 7, condo_name: 'Seeblick' };
  const days = { since: '2026-04-01', until: null };
  const muster = {
    id: 1,
    user_id: 1,
    name: 'Muster',
    apartment_number: '1A',
    role: 'owner',
    ...days,
  };
  api.serve({
    '/admin/apartments': [{ id: 1, condo_id: 7, apartment_number: '1A' }],
    '/admin/condos/7/tenancies': [muster],
  });
  const { user, dialogElement, start } = await open(
    <ExportButton
      of={[
        { list: 'apartments', query: { condo_id: 7 } },
        { list: 'residents', query: condo },
      ]}
    />,
  );
  expect(dialogElement).toHaveAccessibleName('Export Apartments');
  expect(screen.getByRole('radio', { name: 'Apartments' })).toBeChecked();
  await user.click(screen.getByRole('radio', { name: 'Residents' }));
  expect(dialogElement).toHaveAccessibleName('Export Residents');
  await user.click(screen.getByRole('radio', { name: 'CSV' }));
  await start();
  expect(await screen.findByText('Exported 1 row')).toBeVisible();
  expect(downloads[0]?.name).toMatch(/^residents-.+\.csv$/);
  expect(await downloads[0]?.content.text()).toContain('"Muster";"owner";"";"2026-04-01"');
});

test('residents of another day are in a file with its name', async () => {
  api.serve({ '/admin/apartments': [], '/admin/condos/7/tenancies': [] });
  const query = { condo_id: 7, condo_name: 'Seeblick', as_of: '2026-06-30' };
  const { start } = await open(<ExportButton of={[{ list: 'residents', query }]} />);
  await start();
  await waitFor(() => expect(downloads[0]?.name).toBe('residents-2026-06-30.xlsx'));
});

test('a file of people is rejected without the rights, whatever the button says', async () => {
  const { start } = await open(<ExportButton of={[{ list: 'invitations', query: {} }]} />);
  api.serve({ '/admin/account': { rights: 'propose' } });
  await start();
  expect(await screen.findByText('Failed to export: Your rights do not allow this')).toBeVisible();
  expect(downloads).toEqual([]);
});
