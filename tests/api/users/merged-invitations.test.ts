import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { invitations } from '~/platform/database/schema/records';
import { mergeReviewSchema } from '~/users/merging';
import { tenancyRecordSchema } from '~/users/schema';
import { insertUser, rejectionOf } from '../../support/api';
import { deskPerTest, NEWCOMER } from '../../support/invitation-desk';
import { userRow } from '../../support/one-by-one';
import { must } from '../../support/must';
import { insertApartment, insertCondo } from '../../support/places';
import { restoreCalls } from '../../support/restore-calls';

/* Invitations and notes of two people who are merged, and what an Undo makes of them. */

const desk = deskPerTest();
const { restoreRecord } = restoreCalls(desk);

const KEPT = 'anna@example.com';
const CLOSED = 'zanz@example.com';
let kept: number;
let other: number;

beforeEach(async () => {
  desk.time.now = new Date('2026-07-01T10:00:00Z');
  kept = await insertUser(desk.api.db, { email: KEPT, first_name: 'Anna' });
  other = await insertUser(desk.api.db, { email: CLOSED, first_name: 'A.' });
});

const withoutEmail = (name: string) =>
  insertUser(desk.api.db, { email: null, first_name: name, password_hash: null });
const path = (of = kept) => `/admin/users/${of}/merge`;
const merge = async (closed = other, into = kept) =>
  expect((await desk.api.call('POST', path(into), { user_id: closed })).status).toBe(204);
const review = (closed = other, into = kept) =>
  desk.api.read(mergeReviewSchema, 'GET', `${path(into)}?user_id=${closed}`);
const undo = (closed = other) => restoreRecord('user', closed);
const place = () => ({ condo_id: desk.condo, apartment_id: desk.apartment, role: 'renter' });
const begin = (user_id: number, fields: object = {}) =>
  desk.api.read(
    tenancyRecordSchema,
    'POST',
    '/admin/user-condo-associations',
    { user_id, ...place(), ...fields },
    201,
  );
async function inviteByLetter(user_id: number) {
  const body = { ...place(), user_id };
  expect((await desk.api.call('POST', '/admin/invite-user', body)).status).toBe(201);
}
const rows = () => desk.api.db.select().from(invitations).orderBy(invitations.id);
const row = async (id: number) =>
  must((await desk.api.db.select().from(invitations).where(eq(invitations.id, id)))[0], 'row');

it('an invitation that creates an account moves to the remaining address, and back if its person is restored', async () => {
  const closed = await withoutEmail('Ada');
  const { id } = await desk.invite({ user_id: closed, email: 'ada@example.com' });
  const before = await row(id);
  await merge(closed);
  expect(await row(id)).toMatchObject({ email: KEPT, user_id: null });
  expect(await undo(closed)).toMatch(/^\d+ restored$/);
  expect(await row(id)).toEqual(before);
});

it('a withdrawn invitation without an address comes back with an undo as well', async () => {
  const [into, closed] = [await withoutEmail('Ada'), await withoutEmail('Ada B.')];
  await inviteByLetter(into);
  await inviteByLetter(closed);
  const before = await rows();
  await merge(closed, into);
  expect(await rows()).toHaveLength(1);
  expect(await undo(closed)).toBe('2 restored');
  expect(await rows()).toEqual(before);
});

it('the acceptance of one leaves the others', async () => {
  const closed = await withoutEmail('Ada');
  const lac = await insertCondo(desk.api.db, 'Lac');
  const ada = { user_id: closed, email: 'ada@example.com' };
  const { id } = await desk.invite(ada);
  const { id: another } = await desk.invite({ ...ada, condo_id: lac });
  await merge(closed);
  desk.travel(120);
  await desk.resend(id);
  const token = await desk.tokenFor(KEPT);
  expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
  expect((await desk.pending()).map((one) => one.id)).toEqual([another]);
});

it('an invitation that creates an account stays, even if its person already lives there', async () => {
  const [into, closed] = [await withoutEmail('Ada'), await withoutEmail('Ada B.')];
  await begin(closed);
  const invited = await desk.invite({ ...place(), user_id: closed, email: 'ada@example.com' });
  const again = await desk.invite({ ...place(), user_id: into, email: 'ada.b@example.com' });
  expect(await review(closed, into)).toMatchObject({
    invited: [],
    withdrawn: [{ id: invited.id }],
  });
  await desk.api.call('DELETE', `/admin/invitations/${again.id}`);
  expect(await review(closed, into)).toMatchObject({
    invited: [{ id: invited.id }],
    withdrawn: [],
  });
  await merge(closed, into);
  desk.travel(120);
  await desk.resend(invited.id);
  const token = await desk.tokenFor('ada@example.com');
  expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
  expect(await userRow(desk, into)).toMatchObject({ email: 'ada@example.com', is_active: true });
});

it('a link that the one who stays got ends with an Undo', async () => {
  const { id } = await desk.invite({ email: CLOSED });
  const first = await desk.tokenFor(CLOSED);
  await merge();
  desk.travel(120);
  await desk.resend(id);
  const later = await desk.tokenFor(KEPT);
  expect((await desk.open(later)).status).toBe(200);
  expect(await undo()).toMatch(/^\d+ restored$/);
  expect((await desk.open(first)).status).toBe(200);
  expect(await rejectionOf(desk.open(later))).toMatch(/^410 /);
});

it('an undo brings back an invitation whose person has moved in since', async () => {
  await desk.invite({ ...place(), email: CLOSED });
  await begin(other);
  const before = await desk.pending();
  await merge();
  expect(await desk.pending()).toEqual([]);
  expect(await undo()).toMatch(/^\d+ restored$/);
  expect(await desk.pending()).toEqual(before);
});

it('notes that are too long together stop a merge, so that none is cut', async () => {
  const since = '2020-01-01';
  await begin(kept, { since, note: 'a'.repeat(6_000) });
  await begin(other, { since, note: 'b'.repeat(6_000) });
  const message = '409 The notes of the associations that become one are too long together.';
  expect(await rejectionOf(desk.api.call('GET', `${path()}?user_id=${other}`))).toBe(message);
  expect(await rejectionOf(desk.api.call('POST', path(), { user_id: other }))).toBe(message);
  expect(await userRow(desk, other)).toMatchObject({ is_active: true });
});

it('apartments of one building are homes of their own', async () => {
  const second = await insertApartment(desk.api.db, desk.condo, '13');
  await begin(kept);
  const { id } = await desk.invite({ ...place(), apartment_id: second, email: CLOSED });
  expect(await review()).toMatchObject({ invited: [{ id }], withdrawn: [] });
});
