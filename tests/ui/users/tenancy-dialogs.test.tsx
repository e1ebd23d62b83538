import { screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { claimDrafts, keepForms } from '~/kit/ui/open-forms';
import { CondoInvitations } from '~/invitations/screens/condo-invitations';
import { TenancyDialog } from '~/users/tenancy/tenancy-dialog';
import type { Tenancy, TenancyTask } from '~/users/tenancy/task';
import { aUser } from '../../support/builders';
import { field, renderScreen, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import { userPage } from './user-fixtures';

const CREATE = 'POST /admin/user-condo-associations';
const association = (id: number) => `/admin/user-condo-associations/${id}`;

const HOME = { condo_id: 7, apartment_id: 31, apartment_number: '1A' };

function tenancy(id: number, others: Partial<Tenancy>): Tenancy {
  const days = { since: null, until: null, state: 'current' } as const;
  return { ...HOME, ...days, id, user_id: id + 100, role: 'renter', name: 'Anna Rossi', ...others };
}

const ANNA = tenancy(51, { until: '2026-12-31' });

let isDone: boolean;

beforeEach(() => {
  isDone = false;
  api.serve({
    '/admin/users': [aUser({ id: 9, first_name: 'Mona' })],
    '/admin/users/9': aUser({ id: 9, first_name: 'Mona' }),
    '/admin/apartments': [
      { id: 31, condo_id: 7, apartment_number: '1A' },
      { id: 32, condo_id: 7, apartment_number: '2A' },
    ],
  });
  api.on(CREATE, () => ({ status: 201, body: { id: 60, user_id: 200 } }));
});

/** Opens a task's dialog; its people are stored as they are listed. */
async function open(task: TenancyTask, beside: ReactNode = null) {
  const people = 'tenancies' in task ? task.tenancies : [];
  const names = people.map(({ name }) => name);
  for (const one of people) api.serve({ [association(one.id)]: { ...one, names } });
  const opened = await renderScreen(
    <>
      {beside}
      <TenancyDialog task={task} onDone={() => (isDone = true)} />
    </>,
  );
  await screen.findByRole('dialog');
  await screen.findByRole('button', { name: 'Cancel' });
  const choose = async (label: string, option: RegExp) => {
    await opened.user.click(await screen.findByLabelText(label));
    await opened.user.click(await screen.findByRole('option', { name: option }));
  };
  return { ...opened, choose };
}

const isDay = (input: HTMLInputElement) => input.placeholder === 'YYYY-MM-DD';
const days = () => screen.getAllByRole<HTMLInputElement>('textbox').filter(isDay);
const changes = () => api.calls.filter(({ method }) => method !== 'GET');

test.each(['end', 'change', 'move'] as const)(
  '%s: each day that is marked as required is required',
  async (kind) => {
    const { user, press } = await open({ kind, tenancies: [ANNA] });
    const required = days().filter((day) => day.getAttribute('aria-required') === 'true');
    expect(required).toHaveLength(1);
    for (const day of required) await user.clear(day);
    await press({ end: 'Move out', change: 'Change of tenants', move: /^Move to/ }[kind]);
    for (const day of required) {
      await waitFor(() => expect(day).toBeInvalid());
      expect(day).toHaveAccessibleDescription(/\w/);
    }
    expect(changes()).toEqual([]);
    expect(isDone).toBe(false);
  },
);

describe('of several people', () => {
  const OWNER = tenancy(52, { name: 'Ugo Owner', role: 'owner' });
  const COMING = tenancy(53, { since: '2027-01-01' });

  test.each(['end', 'change', 'move'] as const)('%s proposes a renter', async (kind) => {
    await open({ kind, tenancies: [OWNER, ANNA] });
    expect(screen.getAllByLabelText('Person')[0]).toHaveValue(
      'Anna Rossi (Renter), until Dec 31, 2026',
    );
  });

  test('namesakes differ by their days', async () => {
    const { user } = await open({ kind: 'end', tenancies: [OWNER, ANNA, COMING] });
    await user.clear(await screen.findByLabelText('Person'));
    const options = textsOf(await screen.findAllByRole('option'));
    expect(options.map((text) => text.trim())).toEqual([
      'Anna Rossi (Renter), until Dec 31, 2026',
      'Anna Rossi (Renter), since Jan 1, 2027',
      'Ugo Owner (Owner)',
    ]);
  });

  test('a change takes the role of the one who is chosen', async () => {
    const { user, press } = await open({ kind: 'change', tenancies: [OWNER, ANNA] });
    const [old, next] = screen.getAllByLabelText('Person');
    if (!old || !next) throw new Error('Two people are asked for');
    expect(field('Role')).toHaveDisplayValue('Renter');
    await user.click(old);
    await user.click(await screen.findByRole('option', { name: /Ugo/ }));
    expect(field('Role')).toHaveDisplayValue('Owner');
    await user.click(next);
    await user.click(await screen.findByRole('option', { name: /Mona/ }));
    await press('Change of tenants');
    await waitFor(() =>
      expect(api.sent(CREATE)).toMatchObject([{ role: 'owner', ends: { id: 52 } }]),
    );
  });
});

test.each([
  ['ends.until', 'Last day', 0],
  ['until', 'Last day', 1],
] as const)('a change: an error of %s is at its day', async (name, label, index) => {
  api.reject(CREATE, 422, 'Too strange', name);
  const { choose, press } = await open({ kind: 'change', tenancies: [ANNA] });
  await choose('Person', /Mona/);
  await press('Change of tenants');
  const invalid = (await screen.findAllByLabelText(label))[index];
  await waitFor(() => expect(invalid).toHaveAccessibleDescription('Too strange'));
  expect(screen.getAllByText('Too strange')).toHaveLength(1);
});

test.each([1, 2])('a change: an error of its person is theirs, among %s', async (count) => {
  api.reject(CREATE, 422, 'Somebody else', 'ends.id');
  const people = [ANNA, tenancy(52, { role: 'owner' })].slice(0, count);
  const { user, press } = await open({ kind: 'change', tenancies: people });
  const next = screen.getAllByLabelText('Person').at(-1);
  if (!next) throw new Error('Nobody is asked for');
  await user.click(next);
  await user.click(await screen.findByRole('option', { name: /Mona/ }));
  await press('Change of tenants');
  const error = await screen.findByText('Somebody else');
  const first = screen.getAllByText(/^Anna Rossi|^Person$/)[0];
  expect(error.parentElement).toContainElement(first ?? null);
  expect(error.parentElement).not.toHaveTextContent('Last day');
});

test('a day may be typed key by key, and one that is none', async () => {
  const { user } = await open({ kind: 'change', tenancies: [ANNA] });
  const [last] = days();
  if (!last) throw new Error('There is no day');
  for (const [typed, next] of [
    ['2026-03-01', '2026-03-02'],
    ['31.13.2026', '2026-03-02'],
    ['30.02.2026', '2026-03-02'],
    ['31.12.2026', '2027-01-01'],
  ] as const) {
    await user.clear(last);
    await user.type(last, typed);
    expect(field('First day')).toHaveValue(next);
  }
});

const submit = () => screen.getByText(/^Move in( \(|$)/, { selector: 'button' }).textContent;
const box = (name: string) => screen.getByRole('checkbox', { name });

/** Chooses a new person of this name or address. */
async function enter(typed: string, beside: ReactNode = null) {
  api.serve({ '/admin/users': [] });
  const opened = await open({ kind: 'begin', ...HOME }, beside);
  await opened.user.type(await screen.findByLabelText('Person'), typed);
  await opened.user.click(await screen.findByRole('option', { name: /^New person/ }));
  await waitFor(() => expect(screen.queryByRole('listbox', { name: 'Options' })).toBeNull());
  return opened;
}

const CHECK = `PUT ${association(60)}`;
const REMOVE = `DELETE ${association(60)}`;
const REMOVE_USER = 'DELETE /admin/users/200';
const made = () => changes().map(({ method, path }) => `${method} ${path}`);

/** An association begins, and can be taken back. */
function begins(fields: object = {}): void {
  const begun = { id: 60, user_id: 200, version: '"new"', ended: null, state: 'current' };
  api.on(CREATE, () => ({ status: 201, body: { ...begun, ...fields } }));
  api.on(CHECK, () => ({ status: 200, body: begun, etag: begun.version }));
  for (const call of [REMOVE, REMOVE_USER]) api.on(call, () => ({ status: 204 }));
}

const reads = () => api.calls.filter(({ path }) => path === '/admin/invitations').length;

describe('a new person', () => {
  it('is named before anything is sent', async () => {
    const { user, press } = await enter('Nonna');
    // The list of people may still be closing, and keeps the focus until then.
    await waitFor(() => user.clear(field('Last Name')));
    expect(field('Last Name')).toHaveValue('');
    await press('Move in');
    await waitFor(() =>
      expect(field('First Name')).toHaveAccessibleDescription(
        'A name or an email address is required',
      ),
    );
    expect(changes()).toEqual([]);
  });

  it('is named for a building, too', async () => {
    api.serve({ '/admin/condos': [{ id: 7, name: 'Seeblick' }] });
    const { choose, press } = await open({ kind: 'add' });
    await choose('Building', /Seeblick/);
    await press('Add person');
    await waitFor(() =>
      expect(field('First Name')).toHaveAccessibleDescription(
        'A name or an email address is required',
      ),
    );
    expect(changes()).toEqual([]);
  });

  it.each([
    ['current', [REMOVE_USER]],
    ['coming', [REMOVE_USER]],
    ['past', [REMOVE, REMOVE_USER]],
  ] as const)('takes a %s association along, in one call but for an ended one', async (...row) => {
    const [state, removals] = row;
    const { user, press } = await enter('Nonna');
    begins({ state });
    await press('Move in');
    // The dialog, which its opener closes, hides the toast from a screen reader.
    await user.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
    await waitFor(() => expect(made()).toEqual([CREATE, CHECK, ...removals]));
    expect(api.made(CHECK)[0]).toMatchObject({ headers: { 'if-match': '"new"' }, json: {} });
  });

  it('stays where somebody else has changed the association since', async () => {
    const { user, press } = await enter('Nonna');
    begins();
    api.reject(CHECK, 412, 'Changed in the meantime');
    await press('Move in');
    await user.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
    expect(await screen.findByText('Changed in the meantime')).toBeVisible();
    expect(made()).toEqual([CREATE, CHECK]);
  });

  it('is entered once: what is sent again has the same key, other values another one', async () => {
    const { user, press } = await enter('Nonna');
    const send = async (times: number) => {
      await press('Move in');
      await waitFor(() => expect(api.made(CREATE)).toHaveLength(times));
      await screen.findByText('No answer');
    };
    api.reject(CREATE, 500, 'No answer');
    await send(1);
    await send(2);
    await user.type(field('Last Name'), 'S');
    await send(3);
    const [first, again, other] = api.made(CREATE).map(({ headers }) => headers['idempotency-key']);
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it('is among the invitations of the same page at once, and no longer after Undo', async () => {
    api.serve({ '/admin/invitations': [] });
    const invitations = <CondoInvitations condoId={7} condoName="Seeblick" />;
    const { user } = await enter('nina@example.com', invitations);
    await user.click(box('Invite by e-mail'));
    api.on('POST /admin/invite-user', () => ({ status: 201, body: {} }));
    begins();
    await waitFor(() => expect(reads()).toBe(1));
    await user.click(screen.getByRole('button', { name: submit() }));
    await waitFor(() => expect(reads()).toBe(2));
    await user.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
    await waitFor(() => expect(reads()).toBe(3));
  });

  it('gets an e-mail for each box', async () => {
    const { user } = await enter('nina@example.com');
    expect(submit()).toBe('Move in');
    await user.click(box('Invite by e-mail'));
    expect(submit()).toBe('Move in (1 e-mail)');
    await user.click(box('Tell them by e-mail'));
    expect(submit()).toBe('Move in (2 e-mails)');
    await user.clear(field('Email'));
    expect(submit()).toBe('Move in (0 e-mails)');
  });
});

test.each([
  ['anna@example.com', 'mona@example.com', 2],
  [null, 'mona@example.com', 1],
  ['anna@example.com', null, 1],
])('the button counts who has an address: %s and %s', async (old, next, mails) => {
  api.serve({
    '/admin/users/9': { ...aUser({ id: 9 }), email: next },
    '/admin/users/151': { ...aUser({ id: 151 }), email: old },
  });
  const { user, choose } = await open({ kind: 'change', tenancies: [ANNA] });
  await choose('Person', /Mona/);
  await user.click(screen.getByRole('checkbox', { name: 'Tell them by e-mail' }));
  const text = `Change of tenants (${mails} e-mail${mails === 1 ? '' : 's'})`;
  expect(await screen.findByRole('button', { name: text })).toBeVisible();
});

test('active people alone are asked for', async () => {
  api.on('GET /admin/users', ({ query }) =>
    query.inactive === 'none'
      ? userPage([aUser({ id: 9, first_name: 'Mona' })])
      : userPage([aUser({ id: 8, is_active: false })]),
  );
  const { choose } = await open({ kind: 'change', tenancies: [ANNA] });
  await choose('Person', /Mona/);
  expect(field('Person')).toHaveValue('Mona Meier');
});

describe('today', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  // The zones have different days at any time, so that one of them is not the machine's.
  it.each([
    ['Pacific/Kiritimati', '2026-07-01'],
    ['Pacific/Pago_Pago', '2026-06-30'],
  ])('is that of TIME_ZONE: %s', async (zone, today) => {
    vi.stubEnv('TIME_ZONE', zone);
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-06-30T23:30:00Z') });
    await open({ kind: 'end', tenancies: [ANNA] });
    expect(field('Last day')).toHaveValue(today);
  });
});

describe('what was typed', () => {
  const ME = '1 anna@example.com';
  const QUESTION = 'Leave without saving?';
  const HOME_TASK: TenancyTask = { kind: 'begin', ...HOME };

  beforeEach(() => {
    claimDrafts(ME);
    api.serve({ '/admin/condos': [{ id: 7, name: 'Seeblick' }] });
  });

  it.each<[string, TenancyTask]>([
    ['Note', HOME_TASK],
    ['Last Name', { kind: 'add' }],
    ['Note', { kind: 'edit', tenancies: [ANNA] }],
    ['First day in the new apartment', { kind: 'move', tenancies: [ANNA] }],
  ])('%s is asked about by Escape and the close button, and Cancel discards it', async (...row) => {
    const [label, task] = row;
    const { user, answer, press } = await open(task);
    await user.type(await screen.findByLabelText(label), '1');
    const typed = field(label).value;
    await user.keyboard('{Escape}');
    await answer(QUESTION, 'Stay');
    expect(isDone).toBe(false);
    expect(field(label)).toHaveValue(typed);
    await press('Close');
    await answer(QUESTION, 'Leave');
    expect(isDone).toBe(true);
    isDone = false;
    await press('Cancel');
    expect(isDone).toBe(true);
  });

  it.each<TenancyTask>([
    HOME_TASK,
    { kind: 'add' },
    { kind: 'edit', tenancies: [ANNA] },
    { kind: 'change', tenancies: [ANNA] },
  ])('is nothing where the fields were only visited: $kind', async (task) => {
    const { user } = await open(task);
    for (let tabs = 0; tabs < 15; tabs += 1) await user.tab();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(isDone).toBe(true));
    expect(screen.queryByRole('dialog', { name: QUESTION })).toBeNull();
  });

  it('is asked about before Back', async () => {
    const { user, router, answer } = await open(HOME_TASK);
    await user.type(await screen.findByLabelText('Note'), 'Keys');
    void router.navigate({ to: '/users' });
    await answer(QUESTION, 'Stay');
    expect(router.state.location.pathname).toBe('/screen');
    expect(field('Note')).toHaveValue('Keys');
  });

  it('stays while it is saved', async () => {
    const goOn = api.hold(CREATE, () => ({ status: 201, body: { id: 60, user_id: 200 } }));
    const { user, press } = await enter('Nonna');
    await press('Move in');
    await waitFor(() => expect(api.made(CREATE)).toHaveLength(1));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog', { name: QUESTION })).toBeNull();
    expect(isDone).toBe(false);
    goOn();
    await waitFor(() => expect(isDone).toBe(true));
  });

  /** Ends the session as a 401 does, and opens the same dialog again after the sign-in. */
  async function interrupt({ router }: Awaited<ReturnType<typeof open>>): Promise<void> {
    keepForms();
    await router.navigate({ to: '/login' });
    claimDrafts(ME);
    router.history.push('/screen');
    await screen.findByRole('button', { name: 'Cancel' });
  }

  it('is offered again by the same dialog after the session had ended', async () => {
    const opened = await open({ kind: 'add' });
    await opened.user.type(await screen.findByLabelText('Last Name'), 'Rossi');
    await opened.choose('Building', /Seeblick/);
    await opened.user.type(await screen.findByLabelText('Note'), 'Keys');
    await interrupt(opened);
    expect(field('Last Name')).toHaveValue('');
    await opened.press('Restore unsaved changes');
    expect(field('Last Name')).toHaveValue('Rossi');
    expect(await screen.findByLabelText('Building')).toHaveValue('Seeblick');
    expect(await screen.findByLabelText('Note')).toHaveValue('Keys');
    expect(sessionStorage).toHaveLength(0);
  });

  it('names the person again, whom the first search does not find', async () => {
    const opened = await open(HOME_TASK);
    await opened.choose('Person', /Mona/);
    api.serve({ '/admin/users': [] });
    await interrupt(opened);
    await opened.press('Restore unsaved changes');
    await waitFor(() => expect(field('Person')).toHaveValue('Mona Meier'));
  });

  it('names a new person again', async () => {
    const opened = await enter('Nonna');
    await interrupt(opened);
    await opened.press('Restore unsaved changes');
    await waitFor(() => expect(field('Person')).toHaveValue('New person: Nonna'));
    expect(field('Last Name')).toHaveValue('Nonna');
  });

  it('is about the person who was chosen', async () => {
    const owner = tenancy(52, { name: 'Ugo Owner', role: 'owner' });
    api.on(`PUT ${association(52)}`, () => ({ body: owner, etag: '"52b"' }));
    const opened = await open({ kind: 'end', tenancies: [owner, ANNA] });
    for (const one of [owner, ANNA])
      api.on(`GET ${association(one.id)}`, () => ({ body: one, etag: `"${one.id}"` }));
    await opened.choose('Person', /Ugo/);
    await interrupt(opened);
    await opened.press('Restore unsaved changes');
    await opened.press('Move out');
    await waitFor(() => expect(api.made(`PUT ${association(52)}`)).toHaveLength(1));
    expect(api.made(`PUT ${association(52)}`)[0]?.headers['if-match']).toBe('"52"');
  });

  it('is forgotten once the dialog has saved', async () => {
    begins();
    const opened = await enter('Nonna');
    await interrupt(opened);
    expect(sessionStorage).toHaveLength(1);
    await opened.press('Restore unsaved changes');
    keepForms();
    expect(sessionStorage).toHaveLength(1);
    await opened.press('Move in');
    await waitFor(() => expect(isDone).toBe(true));
    expect(sessionStorage).toHaveLength(0);
  });
});
