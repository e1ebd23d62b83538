import { screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it, test, vi } from 'vitest';
import { CondoInvitations } from '~/invitations/screens/condo-invitations';
import { aUser } from '../../support/builders';
import { field, textsOf } from '../../support/on-screen';
import { api } from '../../support/stub-transport';
import {
  ANNA,
  begins,
  CHECK,
  CREATE,
  dialog,
  enter,
  open,
  REMOVE,
  REMOVE_USER,
  serveTenancies,
  tenancy,
} from './tenancy-screen';
import { userPage } from './user-fixtures';

serveTenancies();

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
    expect(dialog.isDone).toBe(false);
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

const made = () => changes().map(({ method, path }) => `${method} ${path}`);
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
