import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { historyPageSchema } from '~/history/answers';
import { users } from '~/platform/database/schema/records';
import { tenancyRecordSchema } from '~/users/schema';
import { errorOf, fieldError } from '../../support/api';
import { NEWCOMER } from '../../support/invitation-desk';
import { desk, get, insertAccount, login, openDesk } from '../invitations/accepting';
import {
  add,
  addNamed,
  asManager,
  begin,
  list,
  make,
  PATH,
  post,
  received,
  TAKEN,
  TENANCIES,
} from './entering';

openDesk();

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
      const people = await list(new URLSearchParams({ search }).toString());
      expect(people.map((one) => one.id)).toEqual([id, national]);
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
