import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { CondosPage } from '~/condos/screens/condos-page';
import { condoSearch } from '~/condos/search';
import { UsersPage } from '~/users/screens/users-page';
import { userSearch } from '~/users/search';
import { getSession, sessionName, startSession } from '~/rpc/session-store';
import { exportRequestSchema } from '~/imports/export-schemas';
import { ListKeys } from '~/kit/keys/list-keys';
import { useChosenActions } from '~/imports/screens/chosen-actions';
import { readCsv } from '../../support/exported-files';
import { findReview } from '../../support/import-screen';
import { dialog, noDialog, pressTwice, renderScreen, textsOf } from '../../support/on-screen';
import { must } from '../../support/must';
import { api } from '../../support/stub-transport';

/* "Edit..." of chosen buildings, on either kind of API. */

const REVIEW = 'POST /admin/bulk-review';
const APPLY = 'POST /admin/bulk-apply';
const NAMES = ['Alpenblick', 'Bellevue', 'Chalet'];

const condo = (id: number) => ({
  id,
  name: NAMES[id - 1],
  address: `Seestrasse ${id}`,
  city: 'Zug',
  state: 'Zug',
  zip_code: '6300',
  country: 'Switzerland',
});
let condos: Map<number, object>;

beforeEach(() => {
  condos = new Map(NAMES.map((_, index) => [index + 1, condo(index + 1)]));
  api.on('GET /admin/condos', () => ({ body: [...condos.values()] }));
});

function Buildings() {
  const chosen = useChosenActions('condos');
  return (
    <>
      <CondosPage query={condoSearch.defaults} {...chosen.ofChosen} />
      {chosen.dialog}
    </>
  );
}

/** A control of the dialog: the list has filters of the same names. */
const control = (label: string) => within(screen.getByRole('dialog')).getByLabelText(label);

/** Opens the dialog for the first two buildings. */
async function open() {
  const opened = await renderScreen(<Buildings />);
  for (const name of NAMES.slice(0, 2))
    await opened.user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await opened.user.click(await screen.findByRole('button', { name: 'Edit...' }));
  return { ...opened, dialogElement: await dialog() };
}

/** Types another city and has it reviewed. */
async function review() {
  const { user, ...opened } = await open();
  await user.selectOptions(control('Field'), 'City/Town/Commune');
  await user.type(control('City/Town/Commune'), 'Bern{Enter}');
  return { ...opened, user, card: await findReview() };
}

const change = (id: number) => ({
  row_number: id + 1,
  id,
  name: NAMES[id - 1],
  version: `v${id}`,
  changes: [{ field: 'city', old: 'Zug', new: 'Bern' }],
});

describe('with the embedded API', () => {
  beforeEach(() => {
    api.on(REVIEW, () => ({
      body: {
        changed: [change(1), change(2)],
        conflicts: [],
        new_rows: [],
        invalid_rows: [],
        unchanged: 0,
        missing: 1,
      },
    }));
  });

  it('sends the value for any version, and applies what the review has once', async () => {
    api.on(APPLY, () => ({ body: { created: 0, changed: 2, import_id: 5, errors: [] } }));
    api.on('POST /admin/bulk-imports/5/undo', () => ({
      body: { removed: 0, restored: 2, kept: [] },
    }));
    const { user, dialogElement, card } = await review();
    expect(dialogElement).toHaveAccessibleName('Edit 2 buildings');
    expect(api.made(REVIEW)[0]?.form).toMatchObject({ edited: 'true' });
    const file = must(api.made(REVIEW)[0], 'a call').form?.file;
    const rows = file instanceof File ? readCsv(Buffer.from(await file.arrayBuffer()), ';') : [];
    expect(rows).toEqual([
      ['id', 'row_version', 'city'],
      ['1', '*', 'Bern'],
      ['2', '*', 'Bern'],
    ]);
    expect(within(card).getByText(/^2 changed, 0 new, 0 in conflict/)).toBeVisible();
    const apply = within(card).getByRole('button', { name: 'Apply Changes' });
    expect(apply).toHaveFocus();
    pressTwice(apply);
    expect(await screen.findByText('2 buildings changed')).toBeVisible();
    await noDialog();
    const [applied, ...others] = api.made(APPLY);
    expect(others).toEqual([]);
    const text = applied?.form?.changes;
    const sent: unknown = typeof text === 'string' ? JSON.parse(text) : null;
    expect(sent).toMatchObject([
      { id: 1, version: 'v1', values: { city: 'Bern' } },
      { id: 2, version: 'v2', values: { city: 'Bern' } },
    ]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Restored')).toBeVisible();
  });

  it('stays open while the changes are applied', async () => {
    const applied = { created: 0, changed: 2, import_id: 5, errors: [] };
    const goOn = api.hold(APPLY, () => ({ body: applied }));
    const { user } = await review();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(api.made(APPLY)).toHaveLength(1));
    await user.keyboard('{Escape}');
    expect(screen.getAllByRole('dialog')).toHaveLength(1);
    goOn();
    expect(await screen.findByText('2 buildings changed')).toBeVisible();
    await noDialog();
  });

  it('is opened by e where no row has the focus', async () => {
    const { user } = await renderScreen(
      <>
        <Buildings />
        <ListKeys />
      </>,
    );
    await user.click(await screen.findByRole('checkbox', { name: 'Select all shown' }));
    await screen.findByRole('button', { name: 'Edit...' });
    await user.keyboard('e');
    expect(await dialog()).toHaveAccessibleName('Edit 3 buildings');
  });

  it('an Undo that keeps records names them', async () => {
    api.on(APPLY, () => ({ body: { created: 0, changed: 2, import_id: 5, errors: [] } }));
    const kept = { id: 2, name: 'Bellevue', reason: 'It was changed after the import' };
    api.on('POST /admin/bulk-imports/5/undo', () => ({
      body: { removed: 0, restored: 1, kept: [{ ...kept, removable: false }] },
    }));
    const { user } = await review();
    await user.keyboard('{Enter}');
    await user.click(await screen.findByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Bellevue: It was changed after the import')).toBeVisible();
  });

  it('a value that breaks the rule of its field is said there, and nothing is compared', async () => {
    const { user } = await open();
    await user.selectOptions(control('Field'), 'Number of Units');
    await user.type(control('Number of Units'), '0{Enter}');
    expect(await screen.findByText('Number of units must be at least 1')).toBeVisible();
    await user.selectOptions(control('Field'), 'Canton');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    await waitFor(() => expect(control('Canton')).toBeInvalid());
    expect(api.made(REVIEW)).toEqual([]);
  });

  it('leads back to what was typed, and says what the API says', async () => {
    const { user } = await review();
    await user.click(screen.getByRole('button', { name: 'Back' }));
    expect(control('City/Town/Commune')).toHaveValue('Bern');
    api.reject(REVIEW, 503, 'Busy');
    await user.click(screen.getByRole('button', { name: 'Review' }));
    expect(await screen.findByText('Busy')).toBeVisible();
  });
});

describe('with another API', () => {
  beforeEach(() => {
    vi.stubEnv('API_BASE_URL', 'https://api.example/api');
    api.serve({ '/admin/dashboard-stats': {} });
    for (const id of condos.keys()) {
      api.on(`GET /admin/condos/${id}`, () => ({ body: condos.get(id) }));
      api.on(`PUT /admin/condos/${id}`, ({ form }) => {
        condos.set(id, { ...condo(id), ...form });
        return { status: 204 };
      });
    }
  });

  it('the panel compares with the list, writes row by row, and takes it back', async () => {
    const { user, card } = await review();
    expect(within(card).getByText('1 other building is not affected.')).toBeVisible();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('2 buildings changed')).toBeVisible();
    expect([...condos.values()]).toMatchObject([
      { city: 'Bern' },
      { city: 'Bern' },
      { city: 'Zug' },
    ]);
    await user.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Restored')).toBeVisible();
    expect([...condos.values()]).toMatchObject([{ city: 'Zug' }, { city: 'Zug' }, {}]);
  });

  it('names the row that failed', async () => {
    const { user } = await review();
    api.reject('PUT /admin/condos/2', 422, 'No such city');
    await user.keyboard('{Enter}');
    expect(await screen.findByText(/^1 building changed. 1 row failed/)).toBeVisible();
    expect(screen.getByText(/No such city/)).toBeVisible();
  });
});

function People() {
  const chosen = useChosenActions('users');
  return (
    <>
      <UsersPage query={userSearch.defaults} {...chosen.ofChosen} />
      {chosen.dialog}
    </>
  );
}

/** The name in the header. */
const header = () => sessionName(must(getSession(), 'a session'));

describe('of people', () => {
  const user = { id: 7, email: 'a@example.com', first_name: 'Anna', is_active: true };
  async function choose() {
    api.on('GET /admin/users', () => ({
      body: { data: [user], pagination: { current_page: 1, total_pages: 1, total: 1 } },
    }));
    const opened = await renderScreen(<People />);
    await opened.user.click(await screen.findByRole('checkbox', { name: 'Select Anna' }));
    expect(await screen.findByRole('button', { name: 'Copy e-mail addresses' })).toBeVisible();
    return opened;
  }

  it('their names and phone can be changed', async () => {
    api.on(REVIEW, () => ({
      body: {
        changed: [{ ...change(1), id: 7, changes: [{ field: 'phone', old: null, new: '044' }] }],
        conflicts: [],
        new_rows: [],
        invalid_rows: [],
        unchanged: 0,
        missing: 3,
      },
    }));
    api.on(APPLY, () => ({ body: { created: 0, changed: 1, import_id: 5, errors: [] } }));
    const { user: person } = await choose();
    await person.click(screen.getByRole('button', { name: 'Edit...' }));
    expect(await dialog()).toHaveAccessibleName('Edit 1 user');
    expect(textsOf(within(control('Field')).getAllByRole('option'))).toEqual([
      'First Name',
      'Last Name',
      'Phone',
    ]);
    await person.selectOptions(control('Field'), 'Phone');
    await person.type(control('Phone'), '044{Enter}');
    const card = await findReview();
    expect(within(card).getByText('3 other users are not affected.')).toBeVisible();
    expect(api.made(REVIEW)[0]?.form).toMatchObject({ type: 'user' });
    await person.keyboard('{Enter}');
    expect(await screen.findByText('1 user changed')).toBeVisible();
  });

  it("one's own new name is in the header at once, and goes back with Undo", async () => {
    startSession({ token: 'token', user: { id: 7, first_name: 'Anna' } });
    api.on(REVIEW, () => ({
      body: {
        changed: [
          { ...change(1), id: 7, changes: [{ field: 'first_name', old: 'Anna', new: 'Ann' }] },
        ],
        conflicts: [],
        new_rows: [],
        invalid_rows: [],
        unchanged: 0,
        missing: 3,
      },
    }));
    api.on(APPLY, () => ({ body: { created: 0, changed: 1, import_id: 5, errors: [] } }));
    api.on('POST /admin/bulk-imports/5/undo', () => ({
      body: { removed: 0, restored: 1, kept: [] },
    }));
    const { user: person } = await choose();
    await person.click(screen.getByRole('button', { name: 'Edit...' }));
    await person.type(control('First Name'), 'Ann{Enter}');
    await findReview();
    await person.keyboard('{Enter}');
    expect(await screen.findByText('1 user changed')).toBeVisible();
    expect(header()).toBe('Ann');
    await person.click(screen.getByRole('button', { name: 'Undo' }));
    expect(await screen.findByText('Restored')).toBeVisible();
    expect(header()).toBe('Anna');
  });

  it('but not on another API, which has no review of them', async () => {
    vi.stubEnv('API_BASE_URL', 'https://api.example/api');
    await choose();
    expect(screen.getByRole('button', { name: 'Export selected' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Edit...' })).toBeNull();
  });
});

const LISTS = ['condos', 'apartments', 'users', 'invitations'] as const;

it.each(LISTS)('%s can be exported by their ids', (list) => {
  const request = { of: { list, query: {} }, ids: '3,1', format: 'csv', separator: ';' };
  expect(exportRequestSchema.parse(request)).toMatchObject({ ids: [3, 1], of: { list } });
});

it('the selection is exported, in the order of the list and without what filters it', async () => {
  const downloads: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    if (content instanceof Blob) downloads.push(content);
    return 'blob:http://localhost/export';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { user } = await renderScreen(<Buildings />);
  for (const name of ['Chalet', 'Alpenblick'])
    await user.click(await screen.findByRole('checkbox', { name: `Select ${name}` }));
  await user.click(await screen.findByRole('button', { name: 'Export selected' }));
  const dialogElement = await dialog();
  expect(within(dialogElement).getByText('Exports the selection: 2 buildings.')).toBeVisible();
  await user.click(within(dialogElement).getByRole('radio', { name: 'CSV' }));
  await user.click(within(dialogElement).getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Exported 2 rows')).toBeVisible();
  const rows = readCsv(Buffer.from(await must(downloads[0], 'a file').arrayBuffer()), ';');
  expect(rows.map(([id]) => id)).toEqual(['id', '1', '3']);
});
