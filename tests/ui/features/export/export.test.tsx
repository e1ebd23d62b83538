import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { ExportButton } from '~/features/export/export-button';
import { renderScreen } from '../../../support/render-screen';
import { api } from '../../../support/stub-transport';

const CONDOS = { list: 'condos', query: { city: 'Zug' } } as const;
const CONDO = { id: 7, name: 'Seeblick', zip_code: '08001' };

/** The names of the files that were downloaded, and what was in them. */
let downloads: Array<{ name: string; content: Blob }> = [];

beforeEach(() => {
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

async function openDialog(title = 'Export Buildings') {
  const { user } = await renderScreen(<ExportButton of={[CONDOS]} />);
  await user.click(screen.getByRole('button', { name: 'Export' }));
  return { user, dialog: await screen.findByRole('dialog', { name: title }) };
}

test('says how many rows the file will have, where the list knows it', async () => {
  const { user } = await renderScreen(<ExportButton of={[CONDOS]} countRows={() => 301} />);
  await user.click(screen.getByRole('button', { name: 'Export' }));
  expect(
    await screen.findByText('Exports all 301 buildings, filtered and sorted as shown.'),
  ).toBeVisible();
});

test('CSV asks for the separator, proposes the semicolon, and this browser remembers another one', async () => {
  api.on('GET /admin/condos', () => ({ body: [CONDO] }));
  const { user, dialog } = await openDialog();
  expect(within(dialog).queryByLabelText('Separator')).not.toBeInTheDocument();
  await user.click(within(dialog).getByRole('radio', { name: 'CSV' }));
  expect(within(dialog).getByLabelText('Separator')).toHaveValue(';');
  await user.selectOptions(within(dialog).getByLabelText('Separator'), 'Tab');
  await user.click(within(dialog).getByRole('button', { name: 'Export' }));

  expect(await screen.findByText('Exported 1 row')).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(api.made('GET /admin/condos')[0]?.query).toMatchObject({ city: 'Zug' });
  const [file] = downloads;
  expect(file?.name).toMatch(/^buildings-\d{4}-\d\d-\d\d\.csv$/);
  const text = await file?.content.text();
  expect(text).toContain('"zip_code"\t"country"');
  expect(text).toContain('"08001"');

  await user.click(screen.getByRole('button', { name: 'Export' }));
  await user.click(await screen.findByRole('radio', { name: 'CSV' }));
  expect(screen.getByLabelText('Separator')).toHaveValue('\t');
});

test('a workbook is proposed', async () => {
  api.on('GET /admin/condos', () => ({ body: [CONDO, { ...CONDO, id: 8 }] }));
  const { user, dialog } = await openDialog();
  await user.click(within(dialog).getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Exported 2 rows')).toBeVisible();
  const [file] = downloads;
  expect(file?.name).toMatch(/\.xlsx$/);
  const bytes = new Uint8Array((await file?.content.arrayBuffer()) ?? []);
  expect(String.fromCharCode(...bytes.slice(0, 2))).toBe('PK');
});

test('a failure is shown, nothing is downloaded, and the next try works', async () => {
  api.on('GET /admin/condos', () => ({ status: 500, body: { detail: 'Out of memory' } }));
  const { user, dialog } = await openDialog();
  await user.click(within(dialog).getByRole('button', { name: 'Export' }));
  expect(await within(dialog).findByRole('alert')).toHaveTextContent(
    'Failed to export: Out of memory',
  );
  expect(downloads).toEqual([]);
  const again = within(dialog).getByRole('button', { name: 'Try again' });
  await waitFor(() => expect(again).toHaveFocus());
  api.on('GET /admin/condos', () => ({ body: [CONDO] }));
  await user.click(again);
  expect(await screen.findByText('Exported 1 row')).toBeVisible();
  expect(downloads).toHaveLength(1);
});

test('Cancel ends a running export without a file', async () => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  api.on('GET /admin/condos', async () => {
    await held;
    return { body: [CONDO] };
  });
  const { user, dialog } = await openDialog();
  await user.click(within(dialog).getByRole('button', { name: 'Export' }));
  expect(await within(dialog).findByRole('progressbar', { name: 'Rows exported' })).toBeVisible();
  await waitFor(() => expect(api.made('GET /admin/condos')).toHaveLength(1));
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  release();
  await user.click(screen.getByRole('button', { name: 'Export' }));
  expect(await screen.findByRole('radio', { name: 'CSV' })).toBeVisible();
  expect(downloads).toEqual([]);
  expect(screen.queryByText('Exported 1 row')).not.toBeInTheDocument();
});

test('one button can offer several lists: the chosen one is exported', async () => {
  const condo = { condo_id: 7, condo_name: 'Seeblick' };
  api
    .on('GET /admin/apartments', () => ({ body: [{ id: 1, condo_id: 7, apartment_number: '1A' }] }))
    .on('GET /admin/users', () => ({
      body: {
        data: [{ id: 1, last_name: 'Muster', condo_associations: [{ ...condo, role: 'owner' }] }],
      },
    }));
  const { user } = await renderScreen(
    <ExportButton
      of={[
        { list: 'apartments', query: { condo_id: 7 } },
        { list: 'residents', query: condo },
      ]}
    />,
  );
  await user.click(screen.getByRole('button', { name: 'Export' }));
  const dialog = await screen.findByRole('dialog', { name: 'Export Apartments' });
  expect(within(dialog).getByRole('radio', { name: 'Apartments' })).toBeChecked();
  await user.click(within(dialog).getByRole('radio', { name: 'Residents' }));
  expect(dialog).toHaveAccessibleName('Export Residents');
  await user.click(within(dialog).getByRole('radio', { name: 'CSV' }));
  await user.click(within(dialog).getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Exported 1 row')).toBeVisible();
  expect(downloads[0]?.name).toMatch(/^residents-.+\.csv$/);
  expect(await downloads[0]?.content.text()).toContain('"Muster"');
});
