import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { historyPageSchema } from '~/history/answers';
import { invitations, users } from '~/platform/database/schema/records';
import { personalDataSchema } from '~/users/personal-data';
import { tenancyRecordSchema, userListSchema, userSchema } from '~/users/schema';
import { errorOf, fieldError, refusalOf } from '../../support/api';
import { NEWCOMER } from '../../support/invitation-desk';
import { insertApartment } from '../../support/places';
import {
  desk,
  findUser,
  get,
  insertAccount,
  login,
  openDesk,
  preview,
} from '../invitations/accepting';

openDesk();

const PATH = '/admin/users';
const post = (body: object) => desk.api.call('POST', PATH, body);
const add = (body: object) => desk.api.read(userSchema, 'POST', PATH, body, 201);
const list = async (query: string) =>
  (await desk.api.read(userListSchema, 'GET', `${PATH}?${query}`)).data;

const TENANCIES = '/admin/user-condo-associations';
const asRenter = () => ({ condo_id: desk.condo, apartment_id: desk.apartment, role: 'renter' });
const begin = (body: object) => desk.api.call('POST', TENANCIES, { ...asRenter(), ...body });
const make = (body: object) =>
  desk.api.read(tenancyRecordSchema, 'POST', TENANCIES, { ...asRenter(), ...body }, 201);
const received = (email: string) =>
  desk.smtp.received.filter(({ recipients }) => recipients.includes(email));
const later = async () => {
  desk.travel(61);
  await desk.send();
};

const asManager = () => ({ condo_id: desk.condo, role: 'building_manager' });
const invite = (body: object) =>
  desk.api.call('POST', '/admin/invite-user', { ...asManager(), ...body });

const restore = async (record: object) =>
  (await desk.api.call('POST', '/admin/history/restore', record)).status;

const TAKEN_MESSAGE = 'A person with this email address already exists.';
const TAKEN = {
  status: 409,
  detail: TAKEN_MESSAGE,
  errors: [{ field: 'email', message: TAKEN_MESSAGE }],
};

let serial = 0;
/** A person without an e-mail address, with a name that no other test has. */
const addNamed = (fields: object = {}) => {
  serial += 1;
  return add({ first_name: 'Anna', last_name: `Rossi${serial}`, ...fields });
};

describe('POST /admin/users', () => {
  it('enters a person with all that was sent, who cannot sign in', async () => {
    const sent = {
      first_name: 'Anna',
      last_name: 'Rossi',
      email: 'anna.rossi@example.com',
      phone: '+41 79 123 45 67',
    };
    const made = await add({ ...sent, language: 'it-CH' });
    expect(made).toMatchObject({
      ...sent,
      is_active: true,
      email_verified: false,
      last_login: null,
    });
    expect(await get(made.id)).toEqual(made);
    const [row] = await desk.api.db.select().from(users).where(eq(users.id, made.id));
    expect(row).toMatchObject({ language: 'it-CH', password_hash: null, is_superuser: false });
    expect((await login(sent.email, '')).status).toBe(422);
  });

  it('mails no link for a password before an invitation has made the account theirs', async () => {
    const email = 'not.yet@example.com';
    const { id } = await add({ email });
    const forgot = async () => {
      await desk.api.call('POST', '/auth/forgot-password', { email });
      await desk.send();
      return received(email).length;
    };
    expect(await forgot()).toBe(0);
    await desk.invite({ ...asManager(), user_id: id, email });
    expect((await desk.accept(await desk.tokenFor(email), NEWCOMER)).status).toBe(204);
    const invited = received(email).length;
    expect(await forgot()).toBe(invited + 1);
  });

  it.each([
    [{ last_name: 'Rossi' }, { first_name: null, last_name: 'Rossi', email: null, phone: null }],
    [
      { first_name: ' Anna ', last_name: '', email: '' },
      { first_name: 'Anna', last_name: null },
    ],
    [{ email: 'someone@zürich.example' }, { email: 'someone@xn--zrich-kva.example' }],
  ])('takes %o: a name or an e-mail address is enough', async (sent, stored) => {
    expect(await add(sent)).toMatchObject(stored);
  });

  it.each([
    [{}, 'first_name', 'A name or an email address is required'],
    [{ first_name: '  ', email: '' }, 'first_name', 'A name or an email address is required'],
    [{ phone: '079 123 45 67' }, 'first_name', 'A name or an email address is required'],
    [{ email: 'anna' }, 'email', 'Invalid email address'],
    [{ first_name: 'x'.repeat(256) }, 'first_name', 'First name must be at most 255 characters'],
    [{ first_name: 'A', phone: '1'.repeat(65) }, 'phone', 'Phone must be at most 64 characters'],
    [{ first_name: 'A', language: 'german' }, 'language', 'Please select a valid language'],
  ])('rejects %o', async (sent, field, message) => {
    expect(await errorOf(post(sent))).toEqual(fieldError(field, message));
  });

  it('takes no address twice, in whatever spelling, also when two send it at once', async () => {
    const { email } = await add({ email: 'Twice@Example.com' });
    for (const same of [email, 'twice@example.COM'])
      expect(await errorOf(post({ email: same }))).toEqual(TAKEN);
    const both = await Promise.all([
      post({ email: 'b@example.com' }),
      post({ email: 'b@example.com' }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  });

  it('has people without an address as often as there are', async () => {
    const [one, two] = [await add({ last_name: 'Twin' }), await add({ last_name: 'Twin' })];
    expect(one.id).not.toBe(two.id);
  });
});

describe('a person without an e-mail address', () => {
  it('is found by name and by phone, as it was written and without its signs', async () => {
    const { id, last_name } = await addNamed({ phone: '+41 44 555 66 77' });
    for (const search of [last_name ?? '', '+41 44 555 66 77', '0041445556677'.slice(2), '555 66'])
      expect(
        (await list(new URLSearchParams({ search }).toString())).map((one) => one.id),
      ).toContain(id);
  });

  it('is found by phone with the prefix of the country or without', async () => {
    const { id } = await addNamed({ phone: '+41 76 321 45 67' });
    const { id: national } = await addNamed({ phone: '076 321 45 67' });
    for (const search of [
      '076 321 45 67',
      '076/321.45.67',
      '+41 76 321 45 67',
      '0041 (0)76 321 45 67',
      '41763214567',
    ]) {
      const found = await list(new URLSearchParams({ search }).toString());
      expect(found.map((one) => one.id)).toEqual([id, national]);
    }
  });

  it('comes last in both orders by e-mail', async () => {
    await addNamed();
    for (const order of ['asc', 'desc']) {
      const all = await list(`page_size=100&sort_by=email&sort_order=${order}`);
      const emails = all.map(({ email }) => email);
      expect(emails).toContain(null);
      expect(emails.slice(emails.indexOf(null)).every((email) => email === null)).toBe(true);
    }
  });

  it('changes name and phone, but is always called something', async () => {
    const { id } = await addNamed({ phone: '1' });
    const put = (body: object) => desk.api.call('PUT', `${PATH}/${id}`, body);
    expect((await put({ phone: null, first_name: null })).status).toBe(200);
    expect(await get(id)).toMatchObject({ phone: null, first_name: null, email: null });
    const unnamed = fieldError('first_name', 'A name or an email address is required');
    expect(await errorOf(put({ last_name: '' }))).toEqual(unnamed);
    expect(await errorOf(put({ last_name: null }))).toEqual(unnamed);
    // A phone of its own makes another version.
    const response = await desk.api.call('GET', `${PATH}/${id}`);
    const etag = response.headers.get('etag') ?? '';
    expect((await put({ phone: '2' })).status).toBe(200);
    const stale = desk.api.call('PUT', `${PATH}/${id}`, { phone: '3' }, { 'if-match': etag });
    expect((await stale).status).toBe(412);
  });

  it('lives somewhere, moves out with the account, and comes back', async () => {
    const { id } = await addNamed();
    const place = { user_id: id, condo_id: desk.condo, role: 'building_manager' };
    const body = { ...place, since: '2026-01-01' };
    await desk.api.read(tenancyRecordSchema, 'POST', '/admin/user-condo-associations', body, 201);
    expect((await get(id)).condo_associations).toHaveLength(1);
    expect((await desk.api.call('DELETE', `${PATH}/${id}`)).status).toBe(204);
    expect(await get(id)).toMatchObject({ is_active: false, condo_associations: [] });
    const { entries } = await desk.api.read(historyPageSchema, 'GET', '/admin/history?limit=1');
    const restored = await desk.api.call('POST', `/admin/history/${entries[0]?.id}/restore`);
    expect(restored.status).toBe(200);
    expect(await get(id)).toMatchObject({ is_active: true, email: null });
    expect((await get(id)).condo_associations).toHaveLength(1);
  });

  it('is erased everywhere, with the addresses that were invited', async () => {
    const { id, last_name } = await addNamed({ phone: '079 999 88 77' });
    const body = { user_id: id, condo_id: desk.condo, role: 'building_manager' };
    await desk.api.read(tenancyRecordSchema, 'POST', '/admin/user-condo-associations', body, 201);
    await desk.invite({ user_id: id, email: 'erased.address@example.com' });
    await desk.api.call('DELETE', `${PATH}/${id}`);
    expect((await desk.api.call('DELETE', `/admin/personal-data/${id}`)).status).toBe(204);
    expect(await get(id)).toMatchObject({ first_name: null, phone: null });
    const known = [last_name ?? '', '079 999', 'erased.address'];
    const history = await (await desk.api.call('GET', '/admin/history?limit=100')).text();
    const changes = await (
      await desk.api.call('GET', `/admin/history?record_kind=user&record_id=${id}`)
    ).text();
    for (const text of known) {
      expect(history).not.toContain(text);
      expect(changes).not.toContain(text);
    }
    expect(history).toContain(`Erased person #${id}`);
    const { rows } = await desk.api.db.execute<{ all: string }>(
      'select json_agg(c)::text || (select json_agg(e)::text from history_entries e) as all from history_changes c',
    );
    for (const text of known) expect(rows[0]?.all).not.toContain(text);
  });
});

describe('an invitation to a person without an e-mail address', () => {
  it('makes the account theirs: address, password, and what they had', async () => {
    const { id } = await addNamed({ phone: '044 1' });
    await desk.api.call('POST', '/admin/user-condo-associations', { ...asManager(), user_id: id });
    const email = 'their.own@example.com';
    await desk.invite({ ...asManager(), user_id: id, email });
    await desk.invite({ ...asManager(), user_id: id, email: 'mistyped@example.com' });
    const token = await desk.tokenFor(email);
    expect(await preview(token)).toMatchObject({ email, has_account: false });
    expect((await get(id)).email).toBeNull();
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
    const after = await get(id);
    expect(after).toMatchObject({ email, email_verified: true, phone: '044 1' });
    expect(after.condo_associations).toHaveLength(1);
    expect((await login(email, NEWCOMER.password)).status).toBe(200);
    expect((await findUser(email))?.id).toBe(id);
    // The link to the other address would make a second person.
    const pending = await desk.api.db.select().from(invitations).where(eq(invitations.user_id, id));
    expect(pending.map(({ status }) => status)).toEqual(['accepted']);
    const known = await desk.api.read(personalDataSchema, 'GET', `/admin/personal-data/${id}`);
    expect(known.invitations.map((one) => one.email)).toEqual([email]);
  });

  it('leaves the one to another home that was sent to the same address', async () => {
    const { id } = await addNamed();
    const email = 'two.homes@example.com';
    await desk.invite({ ...asManager(), user_id: id, email });
    const first = await desk.tokenFor(email);
    const home = { condo_id: desk.condo, apartment_id: desk.apartment, role: 'renter' };
    const { id: other } = await desk.invite({ ...home, user_id: id, email });
    const second = await desk.tokenFor(email);
    expect((await desk.accept(first, NEWCOMER)).status).toBe(204);
    expect((await desk.pending()).map((one) => one.id)).toContain(other);
    const { password } = NEWCOMER;
    expect((await desk.accept(second, { password })).status).toBe(204);
    expect((await get(id)).condo_associations).toHaveLength(2);
  });

  it('goes to the account of the address where somebody has got it meanwhile', async () => {
    const { id } = await addNamed();
    const email = 'meanwhile@example.com';
    await desk.invite({ ...asManager(), user_id: id, email });
    const token = await desk.tokenFor(email);
    const other = await add({ email });
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
    expect((await get(id)).email).toBeNull();
    expect((await get(other.id)).condo_associations).toHaveLength(1);
  });

  it('is withdrawn with the person', async () => {
    const { id } = await addNamed();
    await desk.invite({ ...asManager(), user_id: id, email: 'gone@example.com' });
    const token = await desk.tokenFor('gone@example.com');
    await desk.api.call('DELETE', `${PATH}/${id}`);
    expect((await desk.open(token)).status).toBe(410);
  });

  it('rejects whom it cannot be for', async () => {
    const email = 'new.address@example.com';
    const unknown = fieldError('user_id', 'User not found');
    expect(await errorOf(invite({ user_id: 2147483000, email }))).toEqual(unknown);
    const account = await insertAccount();
    const other = fieldError('email', 'This person has another email address.');
    expect(await errorOf(invite({ user_id: account, email }))).toEqual(other);
    const { id } = await addNamed();
    const taken = (await get(account)).email;
    expect(await errorOf(invite({ user_id: id, email: taken }))).toEqual(TAKEN);
    await desk.api.call('DELETE', `${PATH}/${id}`);
    const inactive = '409 This person is inactive. Restore the user first.';
    expect(await refusalOf(invite({ user_id: id, email }))).toBe(inactive);
    await desk.api.call('DELETE', `/admin/personal-data/${id}`);
    expect(await refusalOf(invite({ user_id: id, email }))).toBe('409 This person was erased.');
  });

  it('gives an account where the person lives already, but not to who has one', async () => {
    const { id, email } = await add({ email: 'entered@example.com' });
    await begin({ ...asManager(), apartment_id: null, user_id: id });
    expect((await invite({ user_id: id, email })).status).toBe(201);
    const accepted = await desk.accept(await desk.tokenFor('entered@example.com'), NEWCOMER);
    expect(accepted.status).toBe(204);
    expect((await findUser('entered@example.com'))?.id).toBe(id);
    const account = await insertAccount();
    await begin({ ...asManager(), apartment_id: null, user_id: account });
    const again = invite({ user_id: account, email: (await get(account)).email });
    expect((await again).status).toBe(409);
  });

  it('comes back where the person lives already, alone and with them', async () => {
    const { id, email } = await add({ email: 'comes.back@example.com' });
    await begin({ ...asManager(), apartment_id: null, user_id: id });
    const invitation = await desk.invite({ ...asManager(), user_id: id, email });
    await desk.api.call('DELETE', `/admin/invitations/${invitation.id}`);
    expect(await restore({ kind: 'invitation', id: invitation.id })).toBe(200);
    await desk.api.call('DELETE', `${PATH}/${id}`);
    expect(await restore({ kind: 'user', id })).toBe(200);
    expect((await get(id)).condo_associations).toHaveLength(1);
    expect((await desk.accept(await desk.tokenFor(email ?? ''), NEWCOMER)).status).toBe(204);
    expect((await findUser('comes.back@example.com'))?.id).toBe(id);
  });
});

describe('the first day of an invitation', () => {
  it('is that of the association', async () => {
    const apartment_id = await insertApartment(desk.api.db, desk.condo, 'since');
    const email = 'since@example.com';
    await desk.invite({ role: 'renter', apartment_id, email, since: '2026-02-01' });
    expect((await desk.accept(await desk.tokenFor(email), NEWCOMER)).status).toBe(204);
    const person = await findUser(email);
    const path = `/admin/user-condo-associations?user_id=${person?.id}`;
    const all = await desk.api.read(tenancyRecordSchema.array(), 'GET', path);
    expect(all.map(({ since, role }) => ({ since, role }))).toEqual([
      { since: '2026-02-01', role: 'renter' },
    ]);
    const known = await desk.api.read(
      personalDataSchema,
      'GET',
      `/admin/personal-data/${person?.id}`,
    );
    expect(known.invitations).toMatchObject([{ email, since: '2026-02-01' }]);
  });

  it('is a day of these years', async () => {
    const body = { condo_id: desk.condo, role: 'building_manager', email: 'day@example.com' };
    const rejected = fieldError('since', 'The date must be between 1900-01-01 and 2200-12-31');
    const sent = desk.api.call('POST', '/admin/invite-user', { ...body, since: '0202-01-01' });
    expect(await errorOf(sent)).toEqual(rejected);
  });
});

describe('a new person with an association', () => {
  it('is entered in the transaction that ends the one before', async () => {
    const before = await make({ last_name: 'Leaving' });
    const ends = { id: before.id, until: '2026-03-31' };
    const next = { first_name: 'Luca', last_name: 'Bianchi', phone: '044 2', since: '2026-04-01' };
    const made = await make({ ...next, ends });
    expect(await get(made.user_id)).toMatchObject({
      first_name: 'Luca',
      phone: '044 2',
      email: null,
    });
    const ended = await desk.api.read(tenancyRecordSchema, 'GET', `${TENANCIES}/${before.id}`);
    expect(ended.until).toBe('2026-03-31');
    const { entries } = await desk.api.read(historyPageSchema, 'GET', '/admin/history?limit=1');
    expect(entries[0]?.changes.map(({ kind }) => kind).toSorted()).toEqual([
      'association',
      'association',
      'user',
    ]);
  });

  it('is nobody where the association cannot begin', async () => {
    const { email } = await get(await insertAccount());
    expect(await errorOf(begin({ email }))).toEqual(TAKEN);
    const rejected = fieldError('apartment_id', 'Apartment not found in this building');
    expect(await errorOf(begin({ last_name: 'Nobody', apartment_id: 2147483000 }))).toEqual(
      rejected,
    );
    expect(await list('search=Nobody')).toEqual([]);
  });

  it('is one or the other: a person who is known, or a new one', async () => {
    const { id } = await addNamed();
    const both = fieldError('user_id', 'Choose a person, or enter a new one');
    expect(await errorOf(begin({ user_id: id, last_name: 'Other' }))).toEqual(both);
    const none = fieldError('user_id', 'Person selection is required');
    expect(await errorOf(begin({ phone: '044 3' }))).toEqual(none);
  });
});

const noAddressOf = (names: string) =>
  fieldError('notify', `No email address is known of ${names}.`);

describe('a mail about an association', () => {
  it('is sent once Undo is over, and only if it was asked for', async () => {
    const email = 'told@example.com';
    const since = '2026-02-01';
    const made = await make({ email, language: 'de-CH', since, notify: true });
    // A toast that is looked at offers Undo for up to 50 seconds.
    desk.travel(59);
    await desk.send();
    expect(received(email)).toEqual([]);
    await later();
    const [mail] = received(email);
    expect(mail?.mail.text).toContain('12');
    expect(mail?.mail.text).toContain('1. Feb. 2026');
    await desk.api.call('PUT', `${TENANCIES}/${made.id}`, { until: '2026-12-31' });
    await later();
    expect(received(email)).toHaveLength(1);
    const told = { until: '2027-01-31', notify: true };
    await desk.api.call('PUT', `${TENANCIES}/${made.id}`, told);
    await later();
    expect(received(email)[1]?.mail.text).toContain('31. Jan. 2027');
  });

  it('is not sent after an undo, be it a deletion or the values of before', async () => {
    const email = 'undone@example.com';
    const made = await make({ email, notify: true });
    await desk.api.call('DELETE', `${TENANCIES}/${made.id}`);
    const kept = await make({ user_id: made.user_id });
    await desk.api.call('PUT', `${TENANCIES}/${kept.id}`, { until: '2027-12-31', notify: true });
    await desk.api.call('PUT', `${TENANCIES}/${kept.id}`, { until: null });
    await later();
    expect(received(email)).toEqual([]);
  });

  it('needs an address of one of them: without any nothing is changed', async () => {
    const { id, last_name } = await addNamed();
    const begun = begin({ user_id: id, notify: true });
    expect(await errorOf(begun)).toEqual(noAddressOf(`Anna ${last_name}`));
    expect((await get(id)).condo_associations).toEqual([]);
    const from = await make({ user_id: id });
    const ends = { id: from.id, until: '2026-11-30' };
    const next = { since: '2026-12-01', ends, notify: true };
    expect(await errorOf(begin({ ...next, last_name: 'Nemo' }))).toEqual(
      noAddressOf(`Nemo, Anna ${last_name}`),
    );
    // One has an address, and is told.
    await make({ ...next, email: 'alone@example.com' });
    await later();
    expect(received('alone@example.com')).toHaveLength(1);
    const body = { until: '2026-10-31', notify: true };
    const put = desk.api.call('PUT', `${TENANCIES}/${from.id}`, body);
    expect(await errorOf(put)).toEqual(noAddressOf(`Anna ${last_name}`));
  });

  it('is taken out by a move and by values of before, too', async () => {
    const email = 'waiting@example.com';
    const made = await make({ email, since: '2026-01-01', notify: true });
    const apartment_id = await insertApartment(desk.api.db, desk.condo, 'quietly');
    const body = { apartment_id, on: '2027-01-01' };
    expect((await desk.api.call('POST', `${TENANCIES}/${made.id}/move`, body)).status).toBe(201);
    const kept = await make({ user_id: made.user_id, role: 'owner' });
    await desk.api.call('PUT', `${TENANCIES}/${kept.id}`, { note: 'Key 12', notify: true });
    const { entries } = await desk.api.read(historyPageSchema, 'GET', '/admin/history?limit=1');
    const path = `/admin/history/${entries[0]?.id}/changes/${entries[0]?.changes[0]?.change}/values`;
    const etag = (await desk.api.call('GET', path)).headers.get('etag') ?? '';
    const written = await desk.api.call('POST', path, undefined, { 'if-match': etag });
    expect(written.status).toBe(204);
    await later();
    expect(received(email)).toEqual([]);
  });

  it('goes to both of a change of tenants, and to who moves', async () => {
    const from = await make({ email: 'leaves@example.com' });
    const ends = { id: from.id, until: '2026-11-30' };
    const next = { email: 'comes@example.com', since: '2026-12-01', ends, notify: true };
    const made = await make(next);
    await later();
    expect(
      [received('leaves@example.com'), received('comes@example.com')].map(({ length }) => length),
    ).toEqual([1, 1]);
    const apartment_id = await insertApartment(desk.api.db, desk.condo, 'moved-to');
    const body = { apartment_id, on: '2027-01-01', notify: true };
    expect((await desk.api.call('POST', `${TENANCIES}/${made.id}/move`, body)).status).toBe(201);
    await later();
    expect(received('comes@example.com')[1]?.mail.text).toContain('moved-to');
  });
});
