import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  identities,
  passwordLinks,
  savedViews,
  sessions,
} from '~/platform/database/schema/account';
import { mailQueue } from '~/platform/database/schema/operations';
import { invitations, userCondoAssociations, users } from '~/platform/database/schema/records';
import { personalDataSchema } from '~/users/personal-data';
import { mergeReviewSchema, type MergedField } from '~/users/merging';
import { tenancyRecordSchema, userSchema } from '~/users/schema';
import { createPasswordLink } from '~/accounts/server/password-links.repo';
import {
  errorOf,
  fieldError,
  insertUser,
  logIn,
  refusalOf,
  signInAs,
  statusesOf,
} from '../../support/api';
import { openTransaction, waitingCalls } from '../../support/connections';
import { historyEntries } from '../../support/history';
import { deskPerTest, NEWCOMER } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { userRow } from '../../support/one-by-one';
import { insertApartment, insertCondo } from '../../support/places';
import { restoreCalls } from '../../support/restore-calls';
import { columnsWith } from './person';

const desk = deskPerTest();
const { newestEntry, restoreRecord, restoreEntry, restorePart, everything, remove } =
  restoreCalls(desk);

const NOBODY = 2147483000;
const PATH = '/admin/user-condo-associations';

let anna: number;
let other: number;

beforeEach(async () => {
  desk.time.now = new Date('2026-07-01T10:00:00Z');
  anna = await insertUser(desk.api.db, {
    email: 'anna@example.com',
    first_name: 'Anna',
    last_name: 'Rossi',
    phone: '044 1',
  });
  other = await insertUser(desk.api.db, {
    email: 'zanzrossi@example.com',
    first_name: 'A.',
    last_name: 'Zanzrossi',
    phone: '079 2',
    language: 'it-CH',
    profile_picture: 'https://pictures.example/zanz.webp',
    password_hash: 'plain:four words make one',
  });
});

const url = (id = anna) => `/admin/users/${id}/merge`;
const review = (closed = other, kept = anna) =>
  desk.api.read(mergeReviewSchema, 'GET', `${url(kept)}?user_id=${closed}`);
const tagOf = async (closed = other, kept = anna) =>
  (await desk.api.call('GET', `${url(kept)}?user_id=${closed}`)).headers.get('etag') ?? '';
const merge = (
  {
    closed = other,
    kept = anna,
    take,
  }: { closed?: number; kept?: number; take?: MergedField[] } = {},
  headers?: Record<string, string>,
) => desk.api.call('POST', url(kept), { user_id: closed, take }, headers);

const begin = (user_id: number, fields: object = {}) => {
  const place = { condo_id: desk.condo, apartment_id: desk.apartment, role: 'renter' };
  return desk.api.read(tenancyRecordSchema, 'POST', PATH, { user_id, ...place, ...fields }, 201);
};
const tenanciesOf = (id: number) =>
  desk.api.read(tenancyRecordSchema.array(), 'GET', `${PATH}?user_id=${id}`);

/** Everything that an Undo brings back, without times of changes. */
async function state() {
  const people = await desk.api.db.select().from(users).orderBy(users.id);
  const rows = people.map(({ updated_at: _at, ...row }) => row);
  return { rows, records: await everything() };
}

describe('a merge', () => {
  it('closes the other account, and says where it went', async () => {
    expect((await merge()).status).toBe(204);
    const closed = await desk.api.read(userSchema, 'GET', `/admin/users/${other}`);
    expect(closed).toMatchObject({ is_active: false, merged_into: anna, phone: '079 2' });
    const kept = await desk.api.read(userSchema, 'GET', `/admin/users/${anna}`);
    expect(kept).toMatchObject({ is_active: true, merged_into: null, first_name: 'Anna' });
  });

  it('moves saved views, by a free name, and Undo brings them back', async () => {
    const view = { path: '/condos', is_starred: true, is_shared: false } as const;
    const rows = await desk.api.db
      .insert(savedViews)
      .values([
        { ...view, user_id: anna, name: 'Zug', search: 'search=zug' },
        { ...view, user_id: anna, name: 'Same', search: 'a=1&b=2' },
        { ...view, user_id: other, name: 'zug', search: 'search=zg' },
        { ...view, user_id: other, name: 'Same', search: 'b=2&a=1' },
        { ...view, user_id: other, name: 'Bern (2)', search: 'search=bern', is_shared: true },
        { ...view, user_id: other, name: 'Gone', search: 'x=1' },
      ])
      .returning();
    const views = () => desk.api.db.select().from(savedViews).orderBy(savedViews.id);
    expect((await merge()).status).toBe(204);
    expect((await views()).map(({ user_id, name }) => [user_id, name])).toEqual([
      [anna, 'Zug'],
      [anna, 'Same'],
      [anna, 'zug (2)'],
      [other, 'Same'],
      [anna, 'Bern (2)'],
      [anna, 'Gone'],
    ]);
    await desk.api.db.delete(savedViews).where(eq(savedViews.name, 'Gone'));
    expect(await restoreRecord('user', other)).toBe('1 restored');
    expect(await views()).toEqual(rows.slice(0, -1));
  });

  it.each([
    ['name', { first_name: 'A.', last_name: 'Zanzrossi' }],
    ['phone', { phone: '079 2' }],
    ['language', { language: 'it-CH' }],
    ['profile_picture', { profile_picture: 'https://pictures.example/zanz.webp' }],
  ] as const)('takes over the %s alone where that is chosen', async (field, values) => {
    const {
      updated_at: _at,
      name_match: _match,
      search_text: _text,
      ...before
    } = await userRow(desk, anna);
    await merge({ take: [field] });
    expect(await userRow(desk, anna)).toMatchObject({ ...before, ...values });
  });

  it('moves associations, and makes those of both one that overlap in a home and role', async () => {
    const elsewhere = await insertApartment(desk.api.db, desk.condo, '13');
    const first = await begin(anna, { since: '2020-02-01', until: '2021-12-31', note: 'Key 1' });
    const between = await begin(other, { since: null, until: '2023-01-31', note: 'Key 2' });
    const last = await begin(anna, { since: '2022-01-01', until: '2024-06-30' });
    const apart = await begin(other, { since: '2025-01-01' });
    const owner = await begin(other, { role: 'owner', until: '2020-12-31' });
    const moved = await begin(other, { apartment_id: elsewhere, since: '2026-08-01' });
    const shown = await review();
    const joined = { id: first.id, since: '2020-02-01', until: '2024-06-30', note: 'Key 1\nKey 2' };
    expect(shown.joined).toMatchObject([joined]);
    expect(shown.joined[0]?.of.map(({ id }) => id)).toEqual([between.id, first.id, last.id]);
    expect(shown.moved.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
      apart.id,
      owner.id,
      moved.id,
    ]);
    await merge();
    expect(await tenanciesOf(other)).toEqual([]);
    const rows = await tenanciesOf(anna);
    expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([
      first.id,
      apart.id,
      owner.id,
      moved.id,
    ]);
    expect(rows).toContainEqual(expect.objectContaining(joined));
  });

  it.each([
    // The first known day, unless somebody of unknown beginning was there before.
    [
      [null, '2021-12-31'],
      ['2020-01-01', null],
      ['2020-01-01', null],
    ],
    [
      [null, null],
      ['2020-01-01', '2021-12-31'],
      ['2020-01-01', null],
    ],
    [
      ['2021-01-01', null],
      [null, '2021-01-01'],
      ['2021-01-01', null],
    ],
    [
      [null, null],
      ['2026-07-02', null],
      [null, null],
    ],
    [
      [null, '2019-12-31'],
      [null, '2021-12-31'],
      [null, '2021-12-31'],
    ],
    [
      ['2020-01-01', '2020-06-30'],
      ['2020-06-30', '2020-12-31'],
      ['2020-01-01', '2020-12-31'],
    ],
    [['2020-01-01', '2020-06-30'], ['2020-07-01', '2020-12-31'], null],
  ] as const)('makes %o and %o %o', async (mine, theirs, days) => {
    await begin(anna, { since: mine[0], until: mine[1] });
    await begin(other, { since: theirs[0], until: theirs[1] });
    const shown = (await review()).joined;
    await merge();
    const rows = await tenanciesOf(anna);
    expect(rows).toHaveLength(days ? 1 : 2);
    expect(shown.map(({ since, until }) => [since, until])).toEqual(days ? [days] : []);
    expect(shown.map(({ of: _of, ...one }) => one)).toEqual(days ? rows : []);
  });

  it('moves pending invitations to the address that stays, whose links end', async () => {
    const elsewhere = await insertCondo(desk.api.db, 'Lac');
    await desk.invite({ email: 'zanzrossi@example.com' });
    const token = await desk.tokenFor('zanzrossi@example.com');
    const twice = { condo_id: elsewhere };
    const { id: withdrawn } = await desk.invite({ ...twice, email: 'zanzrossi@example.com' });
    await desk.invite({ ...twice, email: 'anna@example.com' });
    const lived = await insertCondo(desk.api.db, 'Hof');
    await begin(anna, { condo_id: lived, apartment_id: null, role: 'building_manager' });
    await desk.invite({ condo_id: lived, email: 'zanzrossi@example.com' });
    const shown = await review();
    expect(shown.invited).toMatchObject([{ condo_name: 'Seeblick', apartment_number: null }]);
    expect(shown.withdrawn.map(({ condo_name }) => condo_name)).toEqual(['Lac', 'Hof']);
    expect(shown.withdrawn[0]?.id).toBe(withdrawn);
    await merge();
    const pending = await desk.pending();
    expect(pending.map(({ email, condo }) => [email, condo.name])).toEqual([
      ['anna@example.com', 'Lac'],
      ['anna@example.com', 'Seeblick'],
    ]);
    expect((await desk.open(token)).status).toBe(410);
    expect(await refusalOf(desk.accept(token, NEWCOMER))).toMatch(/^410 /);
    expect(await userRow(desk, other)).toMatchObject({ merged_into: anna, is_active: false });
    desk.travel(120);
    await desk.resend(must(pending[1], 'moved').id);
    const sent = await desk.tokenFor('anna@example.com');
    expect((await desk.open(sent)).status).toBe(200);
  });

  it('moves those that would give a person without an address their account', async () => {
    const names = { first_name: 'Ada', last_name: 'Weg', email: null };
    const [kept, closed] = [
      await insertUser(desk.api.db, names),
      await insertUser(desk.api.db, names),
    ];
    const { id } = await desk.invite({ user_id: closed, email: 'ada@example.com' });
    await merge({ kept, closed });
    const [row] = await desk.api.db.select().from(invitations).where(eq(invitations.id, id));
    expect(row).toMatchObject({ user_id: kept, email: 'ada@example.com' });
  });

  it('ends sessions and links, and takes waiting mails out of the queue', async () => {
    const { db } = desk.api;
    const { userId } = await signInAs(db, { email: 'third@example.com' });
    const expiresAt = new Date('2026-07-02T10:00:00Z');
    await createPasswordLink(db, { userId, kind: 'password_reset', expiresAt }, desk.time.now);
    await begin(userId, { notify: true });
    await merge({ closed: userId });
    expect(await db.$count(sessions, eq(sessions.user_id, userId))).toBe(0);
    expect(await db.$count(passwordLinks, eq(passwordLinks.user_id, userId))).toBe(0);
    expect(await db.$count(mailQueue)).toBe(0);
    await merge();
    const answer = logIn(desk.api, {
      username: 'zanzrossi@example.com',
      password: NEWCOMER.password,
    });
    expect((await answer).status).toBe(401);
  });

  it('is one entry of the person who stays, with the history of both', async () => {
    await begin(other);
    await merge({ take: ['phone'] });
    const entry = await newestEntry();
    expect(entry).toMatchObject({ action: 'merged', is_restorable: true });
    expect(entry.record).toMatchObject({ kind: 'user', id: anna });
    expect(entry.record?.name).toContain('Anna Rossi');
    expect(entry.changes.every((change) => !change.is_restorable)).toBe(true);
    const fields = entry.changes.flatMap((change) => change.fields);
    expect(fields).toContainEqual(
      expect.objectContaining({ name: 'merged_into', new: 'Anna Rossi (anna@example.com)' }),
    );
    const ofKept = await historyEntries(desk.api, `?kind=user&record=${anna}`);
    expect(ofKept.map(({ action }) => action)).toEqual(['merged', 'created', 'created', 'created']);
    const ofClosed = await historyEntries(desk.api, `?kind=user&record=${other}`);
    expect(ofClosed.map(({ action }) => action)).toEqual(['merged', 'created', 'created']);
  });
});

describe('it is rejected', () => {
  it('for people who do not exist, and for one person', async () => {
    expect(await refusalOf(merge({ kept: NOBODY }))).toBe('404 User not found');
    const missing = fieldError('user_id', 'User not found');
    expect(await errorOf(merge({ closed: NOBODY }))).toEqual(missing);
    const same = fieldError('user_id', 'Please choose another person');
    expect(await errorOf(merge({ closed: anna }))).toEqual(same);
    expect(await errorOf(desk.api.call('GET', `${url()}?user_id=${NOBODY}`))).toEqual(missing);
    expect((await desk.api.call('GET', url())).status).toBe(422);
    expect((await desk.api.call('POST', url(), { user_id: other, take: ['email'] })).status).toBe(
      422,
    );
  });

  it('for who is inactive or erased, whichever of the two', async () => {
    await remove(`/admin/users/${other}`);
    const inactive = '409 This person is inactive. Restore the user first.';
    expect(await refusalOf(merge())).toBe(inactive);
    expect(await refusalOf(merge({ kept: other, closed: anna }))).toBe(inactive);
    await remove(`/admin/personal-data/${other}`);
    expect(await refusalOf(merge())).toBe('409 This person was erased.');
    expect(await refusalOf(merge({ kept: other, closed: anna }))).toBe(
      '409 This person was erased.',
    );
  });

  it('where an administrator, or an account of a provider, would close', async () => {
    const { userId } = await desk.api.administrator();
    const closing = '409 The account of an administrator cannot be the one that closes.';
    expect(await refusalOf(merge({ closed: userId }))).toBe(closing);
    expect(await refusalOf(merge({ closed: desk.api.adminId }))).toBe(closing);
    const identity = { user_id: anna, issuer: 'https://sso.example', subject: 'one' };
    await desk.api.db.insert(identities).values(identity);
    expect(await refusalOf(merge({ kept: other, closed: anna }))).toBe(
      '409 An account that signs in by a provider cannot be the one that closes.',
    );
    // Either may be the one that stays.
    expect((await merge()).status).toBe(204);
    expect((await merge({ kept: userId, closed: await insertUser(desk.api.db) })).status).toBe(204);
  });

  it('where the only address would close, or no name would stay', async () => {
    const kept = await insertUser(desk.api.db, { email: null, first_name: 'Ada' });
    expect(await refusalOf(merge({ kept }))).toBe(
      '409 The person with an e-mail address has to be the one who stays.',
    );
    const closed = await insertUser(desk.api.db, { email: null, last_name: ' ' });
    expect(await errorOf(merge({ kept, closed, take: ['name'] }))).toMatchObject({ status: 422 });
    expect((await merge({ closed: kept })).status).toBe(204);
  });

  it('where anything that was reviewed has changed since', async () => {
    const tenancy = await begin(other, { since: '2020-01-01' });
    for (const change of [
      () => desk.api.call('PUT', `/admin/users/${anna}`, { phone: '1' }),
      () => desk.api.call('PUT', `/admin/users/${other}`, { last_name: 'Weg' }),
      () => desk.api.call('PUT', `${PATH}/${tenancy.id}`, { until: '2027-01-01' }),
      () => begin(anna, { role: 'owner' }).then(() => begin(other, { role: 'owner' })),
      () => desk.invite({ email: 'zanzrossi@example.com' }),
    ]) {
      const version = await tagOf();
      await change();
      const answer = merge({}, { 'if-match': version });
      expect(await refusalOf(answer)).toMatch(/^412 /);
    }
    expect(await userRow(desk, other)).toMatchObject({ is_active: true, merged_into: null });
    expect((await merge({}, { 'if-match': await tagOf() })).status).toBe(204);
  });
});

describe('its Undo', () => {
  it('brings everything back as it was, but no sessions', async () => {
    await begin(anna, { since: '2020-01-01', until: '2021-12-31', reported_on: null });
    await begin(other, { since: '2021-01-01', note: 'Key' });
    await begin(other, { role: 'owner', until: '2020-12-31' });
    await desk.invite({ email: 'zanzrossi@example.com' });
    const token = await desk.tokenFor('zanzrossi@example.com');
    const lac = await insertCondo(desk.api.db, 'Lac');
    await desk.invite({ condo_id: lac, email: 'zanzrossi@example.com' });
    await desk.invite({ condo_id: lac, email: 'anna@example.com' });
    await desk.send();
    const before = await state();
    await merge({ take: ['name', 'phone', 'language', 'profile_picture'] });
    expect(await state()).not.toEqual(before);
    const { id } = await newestEntry();
    expect(await restoreEntry(id)).toBe('3 restored');
    expect(await state()).toEqual(before);
    expect((await desk.open(token)).status).toBe(200);
    expect(await restoreEntry(id)).toBe('409 Everything in this entry has been restored already.');
    expect((await newestEntry()).record).toMatchObject({ kind: 'user', id: anna });
  });

  it('is the same from the account that was closed, and from a part of the entry', async () => {
    const before = await state();
    await merge();
    expect(await restoreRecord('user', other)).toBe('1 restored');
    expect(await state()).toEqual(before);
    await merge();
    expect(await restorePart(await newestEntry(), 'user')).toBe('1 restored');
    expect(await state()).toEqual(before);
    expect(await restoreRecord('user', other)).toMatch(/^409 .* has been restored already\.$/);
  });

  it('leaves what has changed since alone, names it, and does nothing else then', async () => {
    const moved = await begin(other, { since: '2021-01-01' });
    await merge({ take: ['phone'] });
    const { id } = await newestEntry();
    await desk.api.call('PUT', `/admin/users/${anna}`, { first_name: 'Annina' });
    await desk.api.call('PUT', `${PATH}/${moved.id}`, { until: '2030-01-01' });
    await desk.api.call('PUT', `/admin/users/${anna}`, { phone: '044 9' });
    expect(await restoreEntry(id)).toBe(
      '409 Anna Rossi (anna@example.com) cannot be restored: it has changed since the merge.',
    );
    await desk.api.call('PUT', `/admin/users/${anna}`, { phone: '079 2' });
    await remove(`${PATH}/${moved.id}`);
    expect(await restoreEntry(id)).toMatch(/^409 .*Seeblick cannot be restored: it has changed/);
    await restoreRecord('association', moved.id);
    expect(await restoreEntry(id)).toBe('1 restored');
    expect(await userRow(desk, anna)).toMatchObject({ first_name: 'Annina', phone: '044 1' });
    expect(await tenanciesOf(other)).toMatchObject([{ id: moved.id, until: '2030-01-01' }]);
  });

  it('is over for an invitation that was accepted, and where the account was opened again', async () => {
    await desk.invite({ email: 'zanzrossi@example.com' });
    await merge();
    const { id } = await newestEntry();
    await desk.api.db.update(invitations).set({ status: 'accepted' });
    expect(await restoreEntry(id)).toBe(
      '409 anna@example.com cannot be restored: it has changed since the merge.',
    );
    await desk.invite({ email: 'zanzrossi@example.com' });
    const token = await desk.tokenFor('zanzrossi@example.com');
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
    expect(await userRow(desk, other)).toMatchObject({ is_active: true, merged_into: null });
    expect(await restoreEntry(id)).toBe('409 Everything in this entry has been restored already.');
  });
});

describe('personal data', () => {
  it('of the one who stays is erased with that of both, and nothing is left of either', async () => {
    await begin(other, { until: '2020-12-31', note: 'zanz was here' });
    await desk.invite({ email: 'zanzrossi@example.com' });
    const third = await insertUser(desk.api.db, { first_name: 'Zanzina', email: null });
    await merge({ kept: other, closed: third });
    await merge({ take: ['name', 'language'] });
    await remove(`/admin/users/${anna}`);
    expect(await refusalOf(desk.api.call('DELETE', `/admin/personal-data/${other}`))).toBe(
      '409 This account was merged into another one. Erase that person: both are erased then.',
    );
    expect(await columnsWith(desk, 'zanz')).not.toEqual([]);
    await remove(`/admin/personal-data/${anna}`);
    expect(await columnsWith(desk, 'zanz')).toEqual([]);
    expect(await columnsWith(desk, 'anna')).toEqual([]);
    for (const id of [anna, other, third])
      expect((await userRow(desk, id)).erased_at).not.toBeNull();
  });

  it('of both is in one export', async () => {
    await merge();
    const data = await desk.api.read(personalDataSchema, 'GET', `/admin/personal-data/${anna}`);
    expect(data.merged_accounts).toMatchObject([{ profile: { id: other, merged_into: anna } }]);
    expect(data.history.map(({ action }) => action)).toEqual(['merged', 'created', 'created']);
  });
});

describe('at the same moment', () => {
  it('of two merges of the same people one is made', async () => {
    const calls = [merge(), merge({ kept: other, closed: anna }), merge()];
    expect(await statusesOf(calls)).toEqual([204, 409, 409]);
    const closed = await desk.api.db.select().from(users).where(eq(users.is_active, false));
    expect(closed).toHaveLength(1);
  });

  it('an association that is added comes first and moves, or is rejected', async () => {
    const commit = await openTransaction(
      desk.api.database,
      `insert into user_condo_associations (user_id, condo_id, role) values (${other}, ${desk.condo}, 'owner');
       select from users where id = ${other} for no key update`,
    );
    const merged = merge();
    await waitingCalls(desk.api.database, 1);
    const added = desk.api.call('POST', PATH, {
      user_id: other,
      condo_id: desk.condo,
      apartment_id: desk.apartment,
      role: 'renter',
    });
    await waitingCalls(desk.api.database, 2);
    await commit();
    expect((await merged).status).toBe(204);
    expect((await added).status).toBe(409);
    const rows = desk.api.db.select().from(userCondoAssociations);
    expect(await rows).toMatchObject([{ user_id: anna, role: 'owner' }]);
  });
});
