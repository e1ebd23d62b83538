import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { identities, passwordLinks, sessions } from '~/platform/database/schema/account';
import { mailQueue } from '~/platform/database/schema/operations';
import { invitations } from '~/platform/database/schema/records';
import { userSchema } from '~/users/schema';
import { createPasswordLink } from '~/accounts/server/password-links.repo';
import { errorOf, fieldError, insertUser, logIn, rejectionOf, signInAs } from '../../support/api';
import { historyEntries } from '../../support/history';
import { NEWCOMER } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { userRow } from '../../support/one-by-one';
import { insertApartment, insertCondo } from '../../support/places';
import { restoreCalls } from '../../support/restore-calls';
import {
  anna,
  begin,
  desk,
  merge,
  openPeople,
  other,
  review,
  tagOf,
  TENANCIES,
  tenanciesOf,
  url,
} from './merging';

openPeople();
const { newestEntry, remove } = restoreCalls(desk);

const NOBODY = 2147483000;

describe('a merge', () => {
  it('closes the other account, and says where it went', async () => {
    expect((await merge()).status).toBe(204);
    const closed = await desk.api.read(userSchema, 'GET', `/admin/users/${other}`);
    expect(closed).toMatchObject({ is_active: false, merged_into: anna, phone: '079 2' });
    const kept = await desk.api.read(userSchema, 'GET', `/admin/users/${anna}`);
    expect(kept).toMatchObject({ is_active: true, merged_into: null, first_name: 'Anna' });
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
    expect(await rejectionOf(desk.accept(token, NEWCOMER))).toMatch(/^410 /);
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
    expect(await rejectionOf(merge({ kept: NOBODY }))).toBe('404 User not found');
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
    expect(await rejectionOf(merge())).toBe(inactive);
    expect(await rejectionOf(merge({ kept: other, closed: anna }))).toBe(inactive);
    await remove(`/admin/personal-data/${other}`);
    expect(await rejectionOf(merge())).toBe('409 This person was erased.');
    expect(await rejectionOf(merge({ kept: other, closed: anna }))).toBe(
      '409 This person was erased.',
    );
  });

  it('where an administrator, or an account of a provider, would close', async () => {
    const { userId } = await desk.api.administrator();
    const closing = '409 The account of an administrator cannot be the one that closes.';
    expect(await rejectionOf(merge({ closed: userId }))).toBe(closing);
    expect(await rejectionOf(merge({ closed: desk.api.adminId }))).toBe(closing);
    const identity = { user_id: anna, issuer: 'https://sso.example', subject: 'one' };
    await desk.api.db.insert(identities).values(identity);
    expect(await rejectionOf(merge({ kept: other, closed: anna }))).toBe(
      '409 An account that signs in by a provider cannot be the one that closes.',
    );
    // Either may be the one that stays.
    expect((await merge()).status).toBe(204);
    expect((await merge({ kept: userId, closed: await insertUser(desk.api.db) })).status).toBe(204);
  });

  it('where the only address would close, or no name would stay', async () => {
    const kept = await insertUser(desk.api.db, { email: null, first_name: 'Ada' });
    expect(await rejectionOf(merge({ kept }))).toBe(
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
      () => desk.api.call('PUT', `${TENANCIES}/${tenancy.id}`, { until: '2027-01-01' }),
      () => begin(anna, { role: 'owner' }).then(() => begin(other, { role: 'owner' })),
      () => desk.invite({ email: 'zanzrossi@example.com' }),
    ]) {
      const version = await tagOf();
      await change();
      const answer = merge({}, { 'if-match': version });
      expect(await rejectionOf(answer)).toMatch(/^412 /);
    }
    expect(await userRow(desk, other)).toMatchObject({ is_active: true, merged_into: null });
    expect((await merge({}, { 'if-match': await tagOf() })).status).toBe(204);
  });
});
