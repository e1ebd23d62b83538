import { eq } from 'drizzle-orm';
import { expect } from 'vitest';
import { readCondo, condoFields } from '~/condos/fields';
import { rowVersion } from '~/imports/row-version.server';
import { invitations } from '~/platform/database/schema/records';
import { proposalSchema } from '~/proposals/schema';
import { aCondo } from '../../support/builders';
import { formOf } from '../../support/form-of';
import { createCondos, newestImport } from '../../support/bulk';
import type { InvitationDesk } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { insertUser } from '../../support/api';
import { historyEntries, newestEntryId, storedEntries } from '../../support/history';
import { insertApartment, insertAssociation, insertCondo } from '../../support/places';
import { anyText, withId, type RouteCase } from './route-case';

const DAY_MS = 24 * 60 * 60_000;
const STAMPS = { created_at: anyText, updated_at: anyText };

async function newestChangePath(desk: InvitationDesk): Promise<string> {
  const entry = must((await historyEntries(desk.api))[0], 'entry');
  return `/admin/history/${entry.id}/changes/${must(entry.changes[0], 'change').change}`;
}

/** Routes that change buildings, apartments, people, invitations, imports, and that restore them. */
export const RECORD_CASES: Readonly<Record<string, RouteCase>> = {
  'POST /api/admin/users/{id}/merge': async ({ desk }) => {
    const { db } = desk.api;
    const id = await insertUser(db, { email: 'stays@example.com' });
    const user_id = await insertUser(db);
    await desk.api.call('POST', `/admin/users/${id}/merge`, { user_id });
    return { action: 'merged', record: `user ${id}`, name: 'stays@example.com' };
  },
  'POST /api/admin/condos': async ({ desk }) => {
    const fields = aCondo({ name: 'Lac', number_of_units: 3 });
    const { id } = await desk.api.read(withId, 'POST', '/admin/condos', fields, 201);
    const only = { what: 'created', new: { ...fields, ...STAMPS } };
    return { action: 'created', record: `condo ${id}`, name: 'Lac', only };
  },
  'PUT /api/admin/condos/{id}': async ({ desk }) => {
    const id = await insertCondo(desk.api.db, 'Alt');
    const changed = { name: 'Neu', website: 'https://example.com' };
    await desk.api.call('PUT', `/admin/condos/${id}`, aCondo(changed));
    const only = { what: 'changed', old: { name: 'Alt', website: null }, new: changed };
    return { action: 'changed', record: `condo ${id}`, name: 'Neu', only };
  },
  'DELETE /api/admin/condos/{id}': async ({ desk }) => {
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
    return { action: 'deleted', record: `condo ${id}`, name: 'Weg' };
  },
  'POST /api/admin/apartments': async ({ desk }) => {
    const body = { condo_id: desk.condo, apartment_number: '3B', bedrooms: 2.5 };
    const { id } = await desk.api.read(withId, 'POST', '/admin/apartments', body, 201);
    const only = { what: 'created', new: { ...body, ...STAMPS } };
    return { action: 'created', record: `apartment ${id}`, name: '3B, Seeblick', only };
  },
  'PUT /api/admin/apartments/{id}': async ({ desk }) => {
    const id = await insertApartment(desk.api.db, desk.condo, '4');
    await desk.api.call('PUT', `/admin/apartments/${id}`, { notes: 'Balcony' });
    const only = { what: 'changed', old: { notes: null }, new: { notes: 'Balcony' } };
    return { action: 'changed', record: `apartment ${id}`, name: '4, Seeblick', only };
  },
  'DELETE /api/admin/apartments/{id}': async ({ desk }) => {
    const id = await insertApartment(desk.api.db, desk.condo, '5');
    await desk.api.call('DELETE', `/admin/apartments/${id}`);
    return { action: 'deleted', record: `apartment ${id}`, name: '5, Seeblick' };
  },
  'PUT /api/admin/users/{id}': async ({ desk }) => {
    const id = await insertUser(desk.api.db, { email: 'ada@example.com' });
    const names = { first_name: 'Ada', last_name: 'Lovelace' };
    await desk.api.call('PUT', `/admin/users/${id}`, names);
    const only = { what: 'changed', old: { first_name: null, last_name: null }, new: names };
    const name = 'Ada Lovelace (ada@example.com)';
    return { action: 'changed', record: `user ${id}`, name, only };
  },
  'DELETE /api/admin/users/{id}': async ({ desk }) => {
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
    return { action: 'deactivated', record: `user ${id}`, name: 'bye@example.com' };
  },
  'DELETE /api/admin/user-condo-associations/{id}': async ({ desk }) => {
    const userId = await insertUser(desk.api.db, { email: 'home@example.com' });
    const id = await insertAssociation(desk.api.db, { user_id: userId, condo_id: desk.condo });
    await desk.api.call('DELETE', `/admin/user-condo-associations/${id}`);
    const name = 'home@example.com, Seeblick';
    return { action: 'removed', record: `association ${id}`, name };
  },
  'POST /api/admin/users': async ({ desk }) => {
    const body = { first_name: 'Nonna', last_name: 'Bernasconi', phone: '044 1' };
    const { id } = await desk.api.read(withId, 'POST', '/admin/users', body, 201);
    return { action: 'created', record: `user ${id}`, name: 'Nonna Bernasconi' };
  },
  'POST /api/admin/user-condo-associations': async ({ desk }) => {
    const user_id = await insertUser(desk.api.db, { email: 'begins@example.com' });
    const body = { user_id, condo_id: desk.condo, role: 'building_manager', since: '2026-04-01' };
    const { id } = await desk.api.read(withId, 'POST', '/admin/user-condo-associations', body, 201);
    const only = { what: 'created', new: { ...body, created_at: anyText } };
    const name = 'begins@example.com, Seeblick';
    return { action: 'created', record: `association ${id}`, name, only };
  },
  'PUT /api/admin/user-condo-associations/{id}': async ({ desk }) => {
    const user_id = await insertUser(desk.api.db, { email: 'ends@example.com' });
    const id = await insertAssociation(desk.api.db, { user_id, condo_id: desk.condo });
    const changed = { until: '2026-03-31' };
    await desk.api.call('PUT', `/admin/user-condo-associations/${id}`, changed);
    const only = { what: 'changed', old: { until: null }, new: changed };
    const name = 'ends@example.com, Seeblick';
    return { action: 'changed', record: `association ${id}`, name, only };
  },
  'POST /api/admin/user-condo-associations/{id}/move': async ({ desk }) => {
    const user_id = await insertUser(desk.api.db, { email: 'moves@example.com' });
    const at = { user_id, condo_id: desk.condo, apartment_id: desk.apartment };
    const id = await insertAssociation(desk.api.db, at);
    const apartment_id = await insertApartment(desk.api.db, desk.condo, 'to move to');
    const move = { apartment_id, on: '2026-09-01' };
    await desk.api.call('POST', `/admin/user-condo-associations/${id}/move`, move);
    const [entry] = (await storedEntries(desk.api)).slice(-1);
    expect(entry?.changes.map(({ what }) => what)).toEqual(['changed', 'created']);
    const name = must(entry?.name, 'name');
    return { action: 'changed', record: `association ${id}`, name };
  },
  'POST /api/admin/invite-user': async ({ desk }) => {
    const { id } = await desk.invite({ email: 'new@example.com' });
    return { action: 'invited', record: `invitation ${id}`, name: 'new@example.com' };
  },
  'DELETE /api/admin/invitations/{id}': async ({ desk }) => {
    const { id } = await desk.invite({ email: 'gone@example.com' });
    await desk.api.call('DELETE', `/admin/invitations/${id}`);
    return { action: 'deleted', record: `invitation ${id}`, name: 'gone@example.com' };
  },
  'POST /api/admin/invitations/{id}/resend': async ({ desk }) => {
    const { id } = await desk.invite({ email: 'again@example.com' });
    desk.travel(120);
    await desk.resend(id);
    const only = { what: 'resent' };
    return { action: 'resent', record: `invitation ${id}`, name: 'again@example.com', only };
  },
  'POST /api/admin/invitations/reminders': async ({ desk }) => {
    const { id } = await desk.invite({ email: 'late@example.com' });
    const [sent, ended] = [-7, -1].map((days) => new Date(desk.time.now.getTime() + days * DAY_MS));
    await desk.api.db
      .update(invitations)
      .set({ mail_state: 'sent', last_sent_at: sent, expires_at: ended })
      .where(eq(invitations.id, id));
    await desk.api.call('POST', '/admin/invitations/reminders');
    const only = { what: 'resent' };
    return { action: 'resent', record: `invitation ${id}`, name: 'late@example.com', only };
  },
  'POST /api/admin/invitations/letters': async ({ desk }) => {
    const { id } = await desk.invite({ email: 'paper@example.com' });
    await desk.api.call('POST', '/admin/invitations/letters', { ids: [id] });
    const only = { what: 'letter' };
    return { action: 'letter', record: `invitation ${id}`, name: 'paper@example.com', only };
  },
  'POST /api/admin/bulk-create': async ({ desk }) => {
    await createCondos(desk.api, 'A', 'B', 'C');
    const { id: import_id } = await newestImport(desk.api);
    const ids = [expect.any(Number), expect.any(Number), expect.any(Number)];
    return { action: 'imported', record: 'condo', import_id, only: { what: 'created', ids } };
  },
  'POST /api/admin/bulk-apply': async ({ desk }) => {
    const id = await insertCondo(desk.api.db, 'Exported');
    const stored = await desk.api.read(withId, 'GET', `/admin/condos/${id}`);
    const version = rowVersion(condoFields, readCondo(stored));
    const changes = JSON.stringify([{ row_number: 2, id, version, values: { city: 'Genf' } }]);
    const form = formOf({ type: 'condo', changes, rows: '[]' });
    await desk.api.call('POST', '/admin/bulk-apply', form);
    const changed = { record: `condo ${id}`, name: 'Exported', old: { city: 'Zürich' } };
    const only = { what: 'changed', ...changed, new: { city: 'Genf' } };
    return { action: 'imported', record: 'condo', only };
  },
  'POST /api/admin/proposals/{id}/apply': async ({ desk }) => {
    const rows = ['One', 'Two'].map((name) => ({ action: 'create', values: aCondo({ name }) }));
    const proposal = { kind: 'condo', reason: 'Why', rows };
    const made = proposalSchema.pick({ id: true, version: true });
    const { id, version } = await desk.api.read(made, 'POST', '/admin/proposals', proposal, 201);
    await desk.api.call('POST', `/admin/proposals/${id}/apply`, { version });
    const { id: import_id } = await newestImport(desk.api);
    const ids = [expect.any(Number), expect.any(Number)];
    return { action: 'imported', record: 'condo', import_id, only: { what: 'created', ids } };
  },
  'POST /api/admin/bulk-imports/{id}/undo': async ({ desk }) => {
    await createCondos(desk.api, 'Undone');
    const { id } = await newestImport(desk.api);
    await desk.api.call('POST', `/admin/bulk-imports/${id}/undo`);
    return { action: 'undone', name: 'Undone', import_id: id };
  },
  'POST /api/admin/history/restore': async ({ desk }) => {
    const id = await insertCondo(desk.api.db, 'Zurück');
    await desk.api.call('DELETE', `/admin/condos/${id}`);
    await desk.api.call('POST', '/admin/history/restore', { kind: 'condo', id });
    return { action: 'restored', record: `condo ${id}`, name: 'Zurück' };
  },
  'POST /api/admin/history/{entry}/restore': async ({ desk }) => {
    const id = await insertApartment(desk.api.db, desk.condo, '21');
    await desk.api.call('DELETE', `/admin/apartments/${id}`);
    const entry = await newestEntryId(desk.api);
    await desk.api.call('POST', `/admin/history/${entry}/restore`);
    const made = { condo_id: desk.condo, apartment_number: '21', ...STAMPS };
    const only = { what: 'restored', new: made };
    return { action: 'restored', record: `apartment ${id}`, name: '21, Seeblick', only };
  },
  'POST /api/admin/history/{entry}/changes/{change}/restore': async ({ desk }) => {
    const { id } = await desk.invite({ email: 'back@example.com' });
    await desk.api.call('DELETE', `/admin/invitations/${id}`);
    await desk.api.call('POST', `${await newestChangePath(desk)}/restore`);
    return { action: 'restored', record: `invitation ${id}`, name: 'back@example.com' };
  },
  'POST /api/admin/history/{entry}/changes/{change}/values': async ({ desk }) => {
    const id = await insertCondo(desk.api.db, 'Erst');
    await desk.api.call('PUT', `/admin/condos/${id}`, { name: 'Dann' });
    await desk.api.call('POST', `${await newestChangePath(desk)}/values`);
    const only = { what: 'changed', old: { name: 'Dann' }, new: { name: 'Erst' } };
    return { action: 'restored', record: `condo ${id}`, name: 'Erst', only };
  },
};
