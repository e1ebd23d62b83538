import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPasswordLink } from '~/api/auth/password-links.repo';
import { users } from '~/api/db/schema';
import { historyPageSchema } from '~/contract/history-schemas';
import { z } from '~/contract/zod';
import { runForRequest } from '~/lib/request-context.server';
import { createRequest, insertUser } from '../../support/api';
import { readCondo } from '~/contract/condo-reading';
import { condoFields } from '~/contract/condo-fields';
import { readRecord } from '~/contract/reading';
import { rowVersion } from '~/lib/row-version.server';
import { create } from '../../support/bulk';
import { newestEntryId, storedEntries, type StoredEntry } from '../../support/history';
import { enrolApp } from '../../support/factors';
import { openInvitationDesk, type InvitationDesk } from '../../support/invitation-desk';
import { mountedRoutes } from '../../support/mounted-routes';
import { must } from '../../support/must';
import { insertApartment, insertAssociation, insertCondo } from '../../support/places';

const PASSWORD = 'four words make one';
const PLACE = { address: 'Seestrasse 1', city: 'Zürich', state: 'ZH', zip_code: '8002' };

let desk: InvitationDesk;
/** The administrator as an entry names them. */
let admin: string;
let adminEmail: string;
beforeAll(async () => {
  desk = await openInvitationDesk();
  const { adminId, db } = desk.api;
  const [row] = await db.select().from(users).where(eq(users.id, adminId));
  adminEmail = must(row, 'administrator').email;
  admin = `administrator ${adminId} ${adminEmail}`;
});
afterAll(() => desk.close());

const withId = z.looseObject({ id: z.int() });
const importList = z.array(z.looseObject({ id: z.int() }));

async function idOf(response: Response): Promise<number> {
  return withId.parse(await response.json()).id;
}

async function newestImport(): Promise<number> {
  const list: unknown = await (await desk.api.call('GET', '/admin/bulk-imports')).json();
  return must(importList.parse(list)[0], 'import').id;
}

async function newestChangePath(): Promise<string> {
  const entries: unknown = await (await desk.api.call('GET', '/admin/history')).json();
  const entry = must(historyPageSchema.parse(entries).entries[0], 'entry');
  return `/admin/history/${entry.id}/changes/${must(entry.changes[0], 'change').change}`;
}

/** A call of each route that changes something; it returns what the entry must hold besides the request's id. */
type Case = () => Promise<Partial<StoredEntry>>;

const CASES: Readonly<Record<string, Case>> = {
  'POST /api/admin/condos': async () => {
    const fields = { name: 'Lac', ...PLACE, country: 'Switzerland', number_of_units: 3 };
    const id = await idOf(await desk.api.call('POST', '/admin/condos', fields));
    return {
      actor: admin,
      action: 'created',
      record: `condo ${id}`,
      name: 'Lac',
      changes: [
        change('created', `condo ${id}`, 'Lac', {
          new: { ...fields, created_at: anyText, updated_at: anyText },
        }),
      ],
    };
  },
  'PUT /api/admin/condos/{id}': async () => {
    const id = await insertCondo(desk.api.db, 'Alt');
    const body = { name: 'Neu', ...PLACE, country: 'Switzerland', website: 'https://example.com' };
    await desk.api.call('PUT', `/admin/condos/${id}`, body);
    const [old, now] = [
      { name: 'Alt', website: null },
      { name: 'Neu', website: 'https://example.com' },
    ];
    return {
      actor: admin,
      action: 'changed',
      record: `condo ${id}`,
      name: 'Neu',
      changes: [change('changed', `condo ${id}`, 'Neu', { old, new: now })],
    };
  },
  'DELETE /api/admin/condos/{id}': async () => {
    const { db } = desk.api;
    const id = await insertCondo(db, 'Weg');
    const [one, two] = [await insertApartment(db, id, '1'), await insertApartment(db, id, '2')];
    const invited = await desk.invite({ condo_id: id, email: 'weg@example.com' });
    const before = await newestEntryId(desk.api);
    await desk.api.call('DELETE', `/admin/condos/${id}`);
    const [entry] = await storedEntries(desk.api, before);
    const records = entry?.changes.map(({ what, record }) => `${what} ${record}`).toSorted();
    expect(records).toEqual([
      `deleted apartment ${one}`,
      `deleted apartment ${two}`,
      `deleted condo ${id}`,
      `deleted invitation ${invited.id}`,
    ]);
    const apartment = entry?.changes.find(({ record }) => record === `apartment ${two}`);
    expect(apartment?.old).toMatchObject({ condo_id: id, apartment_number: '2' });
    return { actor: admin, action: 'deleted', record: `condo ${id}`, name: 'Weg' };
  },
  'POST /api/admin/apartments': async () => {
    const body = { condo_id: desk.condo, apartment_number: '3B', bedrooms: 2.5 };
    const id = await idOf(await desk.api.call('POST', '/admin/apartments', body));
    const made = { ...body, created_at: anyText, updated_at: anyText };
    const changes = [change('created', `apartment ${id}`, '3B, Seeblick', { new: made })];
    const name = '3B, Seeblick';
    return { actor: admin, action: 'created', record: `apartment ${id}`, name, changes };
  },
  'PUT /api/admin/apartments/{id}': async () => {
    const id = await insertApartment(desk.api.db, desk.condo, '4');
    await desk.api.call('PUT', `/admin/apartments/${id}`, { notes: 'Balcony' });
    const values = { old: { notes: null }, new: { notes: 'Balcony' } };
    const changes = [change('changed', `apartment ${id}`, '4, Seeblick', values)];
    return { actor: admin, action: 'changed', record: `apartment ${id}`, changes };
  },
  'DELETE /api/admin/apartments/{id}': async () => {
    const id = await insertApartment(desk.api.db, desk.condo, '5');
    await desk.api.call('DELETE', `/admin/apartments/${id}`);
    const name = '5, Seeblick';
    return { actor: admin, action: 'deleted', record: `apartment ${id}`, name };
  },
  'PUT /api/admin/users/{id}': async () => {
    const id = await insertUser(desk.api.db, { email: 'ada@example.com' });
    await desk.api.call('PUT', `/admin/users/${id}`, { first_name: 'Ada', last_name: 'Lovelace' });
    const values = {
      old: { first_name: null, last_name: null },
      new: { first_name: 'Ada', last_name: 'Lovelace' },
    };
    const name = 'Ada Lovelace (ada@example.com)';
    const changes = [change('changed', `user ${id}`, name, values)];
    return { actor: admin, action: 'changed', record: `user ${id}`, name, changes };
  },
  'DELETE /api/admin/users/{id}': async () => {
    const { db } = desk.api;
    const id = await insertUser(db, { email: 'bye@example.com' });
    const home = await insertAssociation(db, { user_id: id, condo_id: desk.condo });
    const before = await newestEntryId(desk.api);
    await desk.api.call('DELETE', `/admin/users/${id}`);
    const [entry] = await storedEntries(desk.api, before);
    expect(entry?.changes).toMatchObject([
      { record: `user ${id}`, old: { is_active: true }, new: { is_active: false } },
      {
        record: `association ${home}`,
        name: 'bye@example.com, Seeblick',
        what: 'deleted',
        old: { user_id: id, condo_id: desk.condo, role: 'owner' },
      },
    ]);
    return { actor: admin, action: 'deactivated', record: `user ${id}`, name: 'bye@example.com' };
  },
  'DELETE /api/admin/user-condo-associations/{id}': async () => {
    const userId = await insertUser(desk.api.db, { email: 'home@example.com' });
    const id = await insertAssociation(desk.api.db, { user_id: userId, condo_id: desk.condo });
    await desk.api.call('DELETE', `/admin/user-condo-associations/${id}`);
    const name = 'home@example.com, Seeblick';
    return { actor: admin, action: 'removed', record: `association ${id}`, name };
  },
  'POST /api/admin/invite-user': async () => {
    const { id } = await desk.invite({ email: 'new@example.com' });
    const name = 'new@example.com';
    return { actor: admin, action: 'invited', record: `invitation ${id}`, name };
  },
  'DELETE /api/admin/invitations/{id}': async () => {
    const { id } = await desk.invite({ email: 'gone@example.com' });
    await desk.api.call('DELETE', `/admin/invitations/${id}`);
    const name = 'gone@example.com';
    return { actor: admin, action: 'deleted', record: `invitation ${id}`, name };
  },
  'POST /api/admin/invitations/{id}/resend': async () => {
    const { id } = await desk.invite({ email: 'again@example.com' });
    desk.travel(120);
    await desk.api.call('POST', `/admin/invitations/${id}/resend`);
    const changes = [change('resent', `invitation ${id}`, 'again@example.com', {})];
    return { actor: admin, action: 'resent', record: `invitation ${id}`, changes };
  },
  'POST /api/admin/bulk-create': async () => {
    const place = { ...PLACE, country: 'Switzerland' };
    const rows = [
      { name: 'A', ...place },
      { name: 'B', ...place },
      { name: 'C', ...place },
    ];
    await create(desk.api, 'condo', rows);
    const importId = await newestImport();
    const changes = [
      change('created', 'condo', null, {
        ids: [expect.any(Number), expect.any(Number), expect.any(Number)],
      }),
    ];
    return { actor: admin, action: 'imported', record: 'condo', import_id: importId, changes };
  },
  'POST /api/admin/bulk-apply': async () => {
    const id = await insertCondo(desk.api.db, 'Exported');
    const stored = readCondo(
      readRecord(await (await desk.api.call('GET', `/admin/condos/${id}`)).json()),
    );
    const version = rowVersion(condoFields, stored);
    const changes = [{ row_number: 2, id, version, values: { city: 'Genf' } }];
    const form = new FormData();
    form.set('type', 'condo');
    form.set('changes', JSON.stringify(changes));
    form.set('rows', '[]');
    await desk.api.call('POST', '/admin/bulk-apply', form);
    return { actor: admin, action: 'imported', record: 'condo' };
  },
  'POST /api/admin/bulk-imports/{id}/undo': async () => {
    const row = { name: 'Undone', ...PLACE, country: 'Switzerland' };
    await create(desk.api, 'condo', [row]);
    const id = await newestImport();
    await desk.api.call('POST', `/admin/bulk-imports/${id}/undo`);
    return { actor: admin, action: 'undone', name: 'Undone', import_id: id };
  },
  'POST /api/admin/history/restore': async () => {
    const id = await insertCondo(desk.api.db, 'Zurück');
    await desk.api.call('DELETE', `/admin/condos/${id}`);
    await desk.api.call('POST', '/admin/history/restore', { kind: 'condo', id });
    return { actor: admin, action: 'restored', record: `condo ${id}`, name: 'Zurück' };
  },
  'POST /api/admin/history/{entry}/restore': async () => {
    const id = await insertApartment(desk.api.db, desk.condo, '21');
    await desk.api.call('DELETE', `/admin/apartments/${id}`);
    const entry = await newestEntryId(desk.api);
    await desk.api.call('POST', `/admin/history/${entry}/restore`);
    const name = '21, Seeblick';
    const made = { condo_id: desk.condo, apartment_number: '21' };
    const changes = [
      change('restored', `apartment ${id}`, name, {
        new: { ...made, created_at: anyText, updated_at: anyText },
      }),
    ];
    return { actor: admin, action: 'restored', record: `apartment ${id}`, name, changes };
  },
  'POST /api/admin/history/{entry}/changes/{change}/restore': async () => {
    const { id } = await desk.invite({ email: 'back@example.com' });
    await desk.api.call('DELETE', `/admin/invitations/${id}`);
    await desk.api.call('POST', `${await newestChangePath()}/restore`);
    const name = 'back@example.com';
    return { actor: admin, action: 'restored', record: `invitation ${id}`, name };
  },
  'POST /api/admin/history/{entry}/changes/{change}/values': async () => {
    const id = await insertCondo(desk.api.db, 'Erst');
    await desk.api.call('PUT', `/admin/condos/${id}`, { name: 'Dann' });
    await desk.api.call('POST', `${await newestChangePath()}/values`);
    const values = { old: { name: 'Dann' }, new: { name: 'Erst' } };
    const changes = [change('changed', `condo ${id}`, 'Erst', values)];
    return { actor: admin, action: 'restored', record: `condo ${id}`, name: 'Erst', changes };
  },
  'PUT /api/admin/account': async () => {
    const { adminId } = desk.api;
    await desk.api.call('PUT', '/admin/account', { first_name: 'Ida', last_name: 'Admin' });
    const values = {
      old: { first_name: null, last_name: null },
      new: { first_name: 'Ida', last_name: 'Admin' },
    };
    const name = `Ida Admin (${adminEmail})`;
    admin = `administrator ${adminId} ${name}`;
    return {
      actor: admin,
      action: 'changed',
      changes: [change('changed', `user ${adminId}`, name, values)],
    };
  },
  'POST /api/admin/account/password': async () => {
    const { adminId, db } = desk.api;
    await db.update(users).set({ password_hash: 'plain:old' }).where(eq(users.id, adminId));
    const body = { current_password: 'old', new_password: PASSWORD };
    await desk.api.call('POST', '/admin/account/password', body);
    return { actor: admin, action: 'password_set', record: `user ${adminId}` };
  },
  'POST /api/admin/account/factors/totp/confirmation': async () => {
    const { adminId, token } = desk.api;
    await enrolApp(desk.api, token, desk.time.now);
    return { actor: admin, action: 'factors', record: `user ${adminId}` };
  },
  'POST /api/admin/account/factors/recovery-codes': async () => {
    await desk.api.call('POST', '/admin/account/factors/recovery-codes');
    return { actor: admin, action: 'factors', record: `user ${desk.api.adminId}` };
  },
  'DELETE /api/admin/account/factors/totp': async () => {
    await desk.api.call('DELETE', '/admin/account/factors/totp');
    return { actor: admin, action: 'factors', record: `user ${desk.api.adminId}` };
  },
  'DELETE /api/admin/administrators/{id}': async () => {
    const id = await insertUser(desk.api.db, { email: 'chief@example.com', is_superuser: true });
    await desk.api.call('DELETE', `/admin/administrators/${id}`);
    const values = { old: { is_superuser: true }, new: { is_superuser: false } };
    const changes = [change('changed', `user ${id}`, 'chief@example.com', values)];
    return { actor: admin, action: 'rights', record: `user ${id}`, changes };
  },
  'DELETE /api/admin/personal-data/{id}': async () => {
    const user = { email: 'past@example.com', is_active: false };
    const id = await insertUser(desk.api.db, user);
    await desk.api.call('DELETE', `/admin/personal-data/${id}`);
    const name = `Erased person #${id}`;
    const values = { old: { email: { erased: true } }, new: { email: { erased: true } } };
    const changes = [change('changed', `user ${id}`, name, values)];
    return { actor: admin, action: 'erased', record: `user ${id}`, name, changes };
  },
  'PUT /api/admin/portfolio-check/{kind}/{id}': async () => {
    const id = await insertUser(desk.api.db, { email: 'aside@example.com' });
    const body = { state: 'No building or apartment', reason: 'Moves in later' };
    await desk.api.call('PUT', `/admin/portfolio-check/person_without_association/${id}`, body);
    return { actor: admin, action: 'set_aside', record: `user ${id}`, name: 'aside@example.com' };
  },
  'DELETE /api/admin/portfolio-check/{kind}/{id}': async () => {
    const id = await insertUser(desk.api.db, { email: 'back@example.com' });
    const url = `/admin/portfolio-check/person_without_association/${id}`;
    const body = { state: 'No building or apartment', reason: 'Moves in later' };
    await desk.api.call('PUT', url, body);
    await desk.api.call('DELETE', url);
    return { actor: admin, action: 'taken_back', record: `user ${id}`, name: 'back@example.com' };
  },
  'POST /api/auth/login': async () => {
    const email = 'login@example.com';
    const id = await insertUser(desk.api.db, { email, password_hash: `plain:${PASSWORD}` });
    const body = { username: email, password: PASSWORD };
    await desk.api.fetch(createRequest('POST', '/auth/login', body));
    const changes = [change('signed_in', `user ${id}`, email, {})];
    return { actor: `person ${id} ${email}`, action: 'signed_in', record: `user ${id}`, changes };
  },
  'POST /api/auth/set-password': async () => {
    const email = 'first@example.com';
    const userId = await insertUser(desk.api.db, { email });
    const now = desk.time.now;
    const expiresAt = new Date(now.getTime() + 60_000);
    const link = { userId, kind: 'first_administrator', expiresAt } as const;
    const token = await createPasswordLink(desk.api.db, link, now);
    const body = { token, password: PASSWORD };
    await desk.api.fetch(createRequest('POST', '/auth/set-password', body));
    const changes = [change('password_set', `user ${userId}`, email, {})];
    return { actor: `link ${userId} ${email}`, action: 'password_set', changes };
  },
  'POST /api/invitations/accept': async () => {
    const email = 'guest@example.com';
    const { id } = await desk.invite({ email });
    const token = await desk.tokenFor(email);
    const before = await newestEntryId(desk.api);
    const body = { token, first_name: 'Gina', last_name: 'Guest', password: PASSWORD };
    await desk.api.fetch(createRequest('POST', '/invitations/accept', body));
    const [entry] = await storedEntries(desk.api, before);
    expect(entry?.changes.map(({ what, record }) => `${what} ${record?.split(' ')[0]}`)).toEqual([
      'created user',
      'created association',
      'changed invitation',
    ]);
    return { actor: `link ${email}`, action: 'accepted', record: `invitation ${id}`, name: email };
  },
};

/**
 * They change no record: they read a file, stop an import that is rolled back, show the password again, end the caller's own sessions, invite an
 * administrator, whose acceptance is recorded, or ask for a mail.
 */
const CHANGE_NOTHING = [
  'POST /api/admin/bulk-validate',
  'POST /api/admin/bulk-review',
  'DELETE /api/admin/bulk-imports/progress/{key}',
  'POST /api/auth/logout',
  'POST /api/admin/account/reauthentication',
  'POST /api/admin/account/factors/totp',
  'DELETE /api/admin/account/sessions',
  'DELETE /api/admin/account/sessions/{id}',
  'POST /api/admin/administrators/invitations',
  'DELETE /api/admin/administrators/invitations/{id}',
  'POST /api/auth/forgot-password',
];

const anyText: unknown = expect.any(String);

function change(
  what: string,
  record: string,
  name: string | null,
  values: Partial<StoredEntry['changes'][number]>,
): StoredEntry['changes'][number] {
  return { what, record, name, ids: null, old: null, new: null, ...values };
}

it('knows every route that can change something', () => {
  const mounted = mountedRoutes(desk.api.deps).filter((route) => !route.startsWith('GET '));
  expect([...Object.keys(CASES), ...CHANGE_NOTHING].toSorted()).toEqual(mounted.toSorted());
});

it.each(Object.entries(CASES))('%s leaves its entry', async (route, run) => {
  const expected = await runForRequest(`request of ${route}`, run);
  const entry = (await storedEntries(desk.api)).at(-1);
  expect(entry).toMatchObject({ request_id: `request of ${route}`, ...expected });
});

it('holds no password, token or hash', async () => {
  const text = JSON.stringify(await storedEntries(desk.api));
  expect(text).toContain('password_set');
  expect(text).not.toContain(PASSWORD);
  expect(text).not.toMatch(/password_hash|token|last_login|mail_detail|search/);
});
