import { eq } from 'drizzle-orm';
import { beforeAll } from 'vitest';
import { createdApiTokenSchema, type NewApiToken } from '~/accounts/api-tokens';
import { z } from '~/fields/zod';
import { bulkImports } from '~/platform/database/schema/bulk';
import { users } from '~/platform/database/schema/records';
import { apiPerFile } from '../../support/api';
import { aCondo, anApartment } from '../../support/builders';
import { formOf } from '../../support/form-of';

/** Matches each e-mail address, note and phone of these records. */
const SECRET = /secret|797777777/;
export const PHONE = '+41 79 777 77 77';
export const email = (name: string) => `${name}-secret@secret.example`;

export const withId = z.object({ id: z.int() });

/** Whole texts that name a secret, in any encoding. */
export function secretIn(text: string): string | undefined {
  const plainText = text
    .replaceAll('%40', '@')
    .replaceAll(/%2B|\+/gi, ' ')
    .toLowerCase();
  return SECRET.exec(plainText)?.[0] ?? SECRET.exec(plainText.replaceAll(/[ ()/.-]/g, ''))?.[0];
}

/** An API whose records have a secret in each personal field, and tokens: two that read, one that writes. */
export function personalDataDesk() {
  const api = apiPerFile();
  const tokens = { plain: '', marked: '', writer: '' };
  const ids = {
    condo: 0,
    apartment: 0,
    other: 0,
    ada: 0,
    twin: 0,
    unnamed: 0,
    tenancy: 0,
    phones: 0,
    notes: 0,
  };

  const post = async (path: string, body: object) =>
    (await api.read(withId, 'POST', path, body, 201)).id;

  async function propose(kind: 'apartment' | 'user', id: number, values: object): Promise<number> {
    const version = (await api.call('GET', `/admin/${kind}s/${id}`)).headers.get('etag');
    const rows = [{ action: 'change', id, version, values }];
    return post('/admin/proposals', { kind, reason: `${email('caretaker')} says so`, rows });
  }

  async function newToken(values: Partial<NewApiToken>): Promise<string> {
    const body = { name: crypto.randomUUID(), scope: 'read', lifetime_days: 30, ...values };
    const path = '/admin/account/api-tokens';
    return (await api.read(createdApiTokenSchema, 'POST', path, body, 201)).token;
  }

  beforeAll(async () => {
    const own = { first_name: 'Anna', last_name: 'Muster', email: email('anna') };
    await api.db.update(users).set(own).where(eq(users.id, api.adminId));
    tokens.plain = await newToken({});
    tokens.marked = await newToken({ personal_data: true });
    tokens.writer = await newToken({ scope: 'write' });

    const description = `Ask ${email('caretaker')}`;
    const condo = await post('/admin/condos', aCondo({ description }));
    const apartment = await post(
      '/admin/apartments',
      anApartment({ condo_id: condo, notes: 'A secret door' }),
    );
    const other = await post(
      '/admin/apartments',
      anApartment({ condo_id: condo, apartment_number: '2', notes: 'Secret two' }),
    );
    const person = (values: object) => post('/admin/users', values);
    const ada = await person({
      first_name: 'Ada',
      last_name: 'Weber',
      email: email('ada'),
      phone: PHONE,
    });
    const twin = await person({ first_name: 'Ada', last_name: 'Weber', email: email('twin') });
    const unnamed = await person({ email: email('unnamed') });
    const lives = { condo_id: condo, apartment_id: apartment, role: 'owner', since: '2026-01-01' };
    const today = new Date().toISOString().slice(0, 10);
    const tenancy = await post('/admin/user-condo-associations', {
      ...lives,
      user_id: ada,
      note: 'Secret key',
    });
    const begins = { ...lives, user_id: unnamed, since: today, note: 'Secret box' };
    await post('/admin/user-condo-associations', begins);
    const phones = await propose('user', ada, { phone: `${PHONE}9` });
    const notes = await propose('apartment', apartment, { notes: 'A secret window' });
    Object.assign(ids, { condo, apartment, other, ada, twin, unnamed, tenancy, phones, notes });

    const invited = { condo_id: condo, apartment_id: other, role: 'renter' };
    await post('/admin/invite-user', { ...invited, email: email('guest') });
    await api.call('PUT', `/admin/users/${ada}`, { phone: `${PHONE}7` });
    await api.call('PUT', `/admin/users/${ada}`, { phone: PHONE, first_name: 'Ada' });
    await api.call('PUT', `/admin/apartments/${apartment}`, { notes: 'A secret stair' });
    await api.call('PUT', `/admin/user-condo-associations/${tenancy}`, { note: 'Secret lock' });
    await api.call('DELETE', `/admin/users/${await person({ email: email('gone') })}`);
    const view = { name: 'Hers', path: '/users', is_starred: false, is_shared: true };
    const search = new URLSearchParams({ search: email('ada'), role: 'owner' }).toString();
    await post('/admin/saved-views', { ...view, search });
    await post('/admin/saved-views', { ...view, name: 'His', search: 'search=%2B41+79+777+77+77' });
    const rows = JSON.stringify([aCondo({ name: 'Seehof' })]);
    const form = formOf({ type: 'condo', rows, file_name: `${email('file')}.csv` });
    const headers = { 'idempotency-key': 'import' };
    await api.call('POST', '/admin/bulk-create', form, headers);
    await api.db.update(bulkImports).set({ reason: `As ${email('ada')} said` });
  });

  return { api, tokens, ids, post, newToken };
}
