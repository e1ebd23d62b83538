import { afterEach, expect, it } from 'vitest';
import { addressFile, readAddresses } from '~/invitations/addresses';
import { bulkCreateResponseSchema } from '~/imports/schema';
import { invitations } from '~/platform/database/schema/records';
import { insertUser } from '../../support/api';
import { create, validate } from '../../support/bulk';
import { openTransaction, waitingCalls } from '../../support/connections';
import { formOf } from '../../support/form-of';
import { deskPerFile } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { insertApartment, insertAssociation } from '../../support/places';

const desk = deskPerFile();
afterEach(async () => {
  await desk.api.db.delete(invitations);
  desk.smtp.received.length = 0;
});

/** Sends pasted addresses of renters as the panel does. Returns the API's answer. */
async function check(text: string, apartment_id: number | null = null) {
  const home = { role: 'renter', condo_id: desk.condo, apartment_id };
  return validate(desk.api, 'user_invite', await addressFile(readAddresses(text), home).text());
}

/** Sends the invitations as the panel does; returns the id by which they are undone. */
async function send({ valid_rows }: Awaited<ReturnType<typeof check>>) {
  const rows = JSON.stringify(valid_rows);
  const form = formOf({ type: 'user_invite', rows, source: 'invitations' });
  const sent = await desk.api.call('POST', '/admin/bulk-create', form);
  const answer = bulkCreateResponseSchema.parse(await sent.json());
  expect(answer).toMatchObject({ created: valid_rows.length, errors: [] });
  return must(answer.import_id, 'import');
}

const recipients = () => desk.smtp.received.flatMap((mail) => mail.recipients).toSorted();

it('makes the invitations that are made one by one', async () => {
  // An id that is the number of another apartment: numbers are never read as ids.
  const other = await insertApartment(desk.api.db, desk.condo, String(desk.apartment));
  const text = `Anna <a@example.com>\t12\nb@example.com\t${desk.apartment}\nc@example.com`;
  const { valid_rows, invalid_rows } = await check(text, desk.apartment);
  expect(invalid_rows).toEqual([]);
  await create(desk.api, 'user_invite', valid_rows);
  const home = ({ email, role, condo, apartment }: (typeof several)[number]) =>
    `${email} ${role} ${condo.id} ${apartment?.id}`;
  const several = await desk.pending();
  await desk.api.db.delete(invitations);
  const homes: ReadonlyArray<[string, number]> = [
    ['a@example.com', desk.apartment],
    ['b@example.com', other],
    ['c@example.com', desk.apartment],
  ];
  for (const [email, apartment_id] of homes) {
    await desk.invite({ email, role: 'renter', apartment_id });
  }
  const singles = await desk.pending();
  expect(several.map(home).toSorted()).toEqual(singles.map(home).toSorted());
});

it('the answer names who is invited already, who lives there already, and which addresses cannot be read', async () => {
  await desk.invite({ email: 'a@example.com', role: 'renter', apartment_id: desk.apartment });
  const user_id = await insertUser(desk.api.db, { email: 'b@example.com' });
  const association = { user_id, condo_id: desk.condo, apartment_id: desk.apartment };
  await insertAssociation(desk.api.db, association);
  const text = 'A@example.com; b@example.com; nobody\nc@example.com\t99\nd@example.com';
  const { valid_rows, invalid_rows } = await check(text, desk.apartment);
  expect(valid_rows.map(({ email }) => email)).toEqual(['d@example.com']);
  expect(invalid_rows.map(({ errors }) => errors.map(({ message }) => message))).toEqual([
    ['a pending invitation for this address, building and apartment exists already'],
    ['this user is already associated with this building and apartment'],
    ['Invalid email address'],
    [`there is no such apartment in building ${desk.condo}`],
  ]);
});

it('mails nobody before Undo is over where another import delays them', async () => {
  const rows = await check('g@example.com', desk.apartment);
  const lock = 'select pg_advisory_xact_lock(1651861611, 3)';
  const commit = await openTransaction(desk.api.database, lock);
  const sending = send(rows);
  await waitingCalls(desk.api.database, 1);
  desk.travel(120);
  await commit();
  await sending;
  desk.travel(59);
  await desk.send();
  expect(recipients()).toEqual([]);
  desk.travel(1);
  await desk.send();
  expect(recipients()).toEqual(['g@example.com']);
});

it('mails nobody before Undo is over, and everybody then', async () => {
  await send(await check('e@example.com; f@example.com', desk.apartment));
  desk.travel(59);
  await desk.send();
  expect(recipients()).toEqual([]);
  desk.travel(1);
  await desk.send();
  expect(recipients()).toEqual(['e@example.com', 'f@example.com']);
});

it('mails those of a file at once, and answers what the wire contract has', async () => {
  const { valid_rows } = await check('e@example.com', desk.apartment);
  const rows = JSON.stringify(valid_rows);
  const form = formOf({ type: 'user_invite', rows });
  const sent = await desk.api.call('POST', '/admin/bulk-create', form);
  expect(await sent.json()).toEqual({ created: 1, errors: [] });
  await desk.send();
  expect(recipients()).toEqual(['e@example.com']);
});

it('mails nobody where that is asked for, before somebody resends', async () => {
  const { valid_rows } = await check('e@example.com', desk.apartment);
  const rows = JSON.stringify(valid_rows);
  const post = (mail: string) =>
    desk.api.call('POST', '/admin/bulk-create', formOf({ type: 'user_invite', rows, mail }));
  expect((await post('some')).status).toBe(422);
  expect((await post('none')).status).toBe(200);
  desk.travel(600);
  await desk.send();
  expect(recipients()).toEqual([]);
  const [invitation] = await desk.pending();
  expect(invitation?.mail).toMatchObject({ state: 'none', detail: null });
  await desk.api.db.update(invitations).set({ last_sent_at: desk.time.now });
  expect((await desk.resend(must(invitation, 'invitation').id)).status).toBe(200);
  await desk.send();
  expect(recipients()).toEqual(['e@example.com']);
  expect(await desk.pending()).toMatchObject([{ mail: { state: 'sent' } }]);
});

it('mails nobody after Undo, which takes all of them back', async () => {
  const before = await desk.pending();
  const id = await send(await check('e@example.com; f@example.com', desk.apartment));
  desk.travel(50);
  expect((await desk.api.call('POST', `/admin/bulk-imports/${id}/undo`)).status).toBe(200);
  desk.travel(600);
  await desk.send();
  expect(recipients()).toEqual([]);
  expect(await desk.pending()).toEqual(before);
});
