import { expect } from 'vitest';
import { z } from '~/contract/zod';
import { readCondo } from '~/contract/condo-reading';
import { condoFields } from '~/contract/condo-fields';
import { readRecord } from '~/contract/reading';
import { rowVersion } from '~/lib/row-version.server';
import { create } from '../../support/bulk';
import type { InvitationDesk } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { insertUser } from '../../support/api';
import { newestEntryId, storedEntries } from '../../support/history';
import { insertApartment, insertAssociation, insertCondo } from '../../support/places';
import { anyText, change, type RouteCase } from './route-case';
import { historyEntries } from '../../support/history';

const PLACE = { address: 'Seestrasse 1', city: 'Zürich', state: 'ZH', zip_code: '8002' };

const withId = z.looseObject({ id: z.int() });
const importList = z.array(z.looseObject({ id: z.int() }));

async function idOf(response: Response): Promise<number> {
  return withId.parse(await response.json()).id;
}

async function newestImport(desk: InvitationDesk): Promise<number> {
  const list: unknown = await (await desk.api.call('GET', '/admin/bulk-imports')).json();
  return must(importList.parse(list)[0], 'import').id;
}

async function newestChangePath(desk: InvitationDesk): Promise<string> {
  const entry = must((await historyEntries(desk.api))[0], 'entry');
  return `/admin/history/${entry.id}/changes/${must(entry.changes[0], 'change').change}`;
}

/** Routes that change buildings, apartments, people, invitations, imports, and that restore them. */
export const RECORD_CASES: Readonly<Record<string, RouteCase>> = {
  'POST /api/admin/condos': async ({ desk, admin }) => {
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
  'PUT /api/admin/condos/{id}': async ({ desk, admin }) => {
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
  'DELETE /api/admin/condos/{id}': async ({ desk, admin }) => {
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
  'POST /api/admin/apartments': async ({ desk, admin }) => {
    const body = { condo_id: desk.condo, apartment_number: '3B', bedrooms: 2.5 };
    const id = await idOf(await desk.api.call('POST', '/admin/apartments', body));
    const made = { ...body, created_at: anyText, updated_at: anyText };
    const changes = [change('created', `apartment ${id}`, '3B, Seeblick', { new: made })];
    const name = '3B, Seeblick';
    return { actor: admin, action: 'created', record: `apartment ${id}`, name, changes };
  },
  'PUT /api/admin/apartments/{id}': async ({ desk, admin }) => {
    const id = await insertApartment(desk.api.db, desk.condo, '4');
    await desk.api.call('PUT', `/admin/apartments/${id}`, { notes: 'Balcony' });
    const values = { old: { notes: null }, new: { notes: 'Balcony' } };
    const changes = [change('changed', `apartment ${id}`, '4, Seeblick', values)];
    return { actor: admin, action: 'changed', record: `apartment ${id}`, changes };
  },
  'DELETE /api/admin/apartments/{id}': async ({ desk, admin }) => {
    const id = await insertApartment(desk.api.db, desk.condo, '5');
    await desk.api.call('DELETE', `/admin/apartments/${id}`);
    const name = '5, Seeblick';
    return { actor: admin, action: 'deleted', record: `apartment ${id}`, name };
  },
  'PUT /api/admin/users/{id}': async ({ desk, admin }) => {
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
  'DELETE /api/admin/users/{id}': async ({ desk, admin }) => {
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
  'DELETE /api/admin/user-condo-associations/{id}': async ({ desk, admin }) => {
    const userId = await insertUser(desk.api.db, { email: 'home@example.com' });
    const id = await insertAssociation(desk.api.db, { user_id: userId, condo_id: desk.condo });
    await desk.api.call('DELETE', `/admin/user-condo-associations/${id}`);
    const name = 'home@example.com, Seeblick';
    return { actor: admin, action: 'removed', record: `association ${id}`, name };
  },
  'POST /api/admin/invite-user': async ({ desk, admin }) => {
    const { id } = await desk.invite({ email: 'new@example.com' });
    const name = 'new@example.com';
    return { actor: admin, action: 'invited', record: `invitation ${id}`, name };
  },
  'DELETE /api/admin/invitations/{id}': async ({ desk, admin }) => {
    const { id } = await desk.invite({ email: 'gone@example.com' });
    await desk.api.call('DELETE', `/admin/invitations/${id}`);
    const name = 'gone@example.com';
    return { actor: admin, action: 'deleted', record: `invitation ${id}`, name };
  },
  'POST /api/admin/invitations/{id}/resend': async ({ desk, admin }) => {
    const { id } = await desk.invite({ email: 'again@example.com' });
    desk.travel(120);
    await desk.api.call('POST', `/admin/invitations/${id}/resend`);
    const changes = [change('resent', `invitation ${id}`, 'again@example.com', {})];
    return { actor: admin, action: 'resent', record: `invitation ${id}`, changes };
  },
  'POST /api/admin/bulk-create': async ({ desk, admin }) => {
    const place = { ...PLACE, country: 'Switzerland' };
    const rows = [
      { name: 'A', ...place },
      { name: 'B', ...place },
      { name: 'C', ...place },
    ];
    await create(desk.api, 'condo', rows);
    const importId = await newestImport(desk);
    const changes = [
      change('created', 'condo', null, {
        ids: [expect.any(Number), expect.any(Number), expect.any(Number)],
      }),
    ];
    return { actor: admin, action: 'imported', record: 'condo', import_id: importId, changes };
  },
  'POST /api/admin/bulk-apply': async ({ desk, admin }) => {
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
  'POST /api/admin/bulk-imports/{id}/undo': async ({ desk, admin }) => {
    const row = { name: 'Undone', ...PLACE, country: 'Switzerland' };
    await create(desk.api, 'condo', [row]);
    const id = await newestImport(desk);
    await desk.api.call('POST', `/admin/bulk-imports/${id}/undo`);
    return { actor: admin, action: 'undone', name: 'Undone', import_id: id };
  },
  'POST /api/admin/history/restore': async ({ desk, admin }) => {
    const id = await insertCondo(desk.api.db, 'Zurück');
    await desk.api.call('DELETE', `/admin/condos/${id}`);
    await desk.api.call('POST', '/admin/history/restore', { kind: 'condo', id });
    return { actor: admin, action: 'restored', record: `condo ${id}`, name: 'Zurück' };
  },
  'POST /api/admin/history/{entry}/restore': async ({ desk, admin }) => {
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
  'POST /api/admin/history/{entry}/changes/{change}/restore': async ({ desk, admin }) => {
    const { id } = await desk.invite({ email: 'back@example.com' });
    await desk.api.call('DELETE', `/admin/invitations/${id}`);
    await desk.api.call('POST', `${await newestChangePath(desk)}/restore`);
    const name = 'back@example.com';
    return { actor: admin, action: 'restored', record: `invitation ${id}`, name };
  },
  'POST /api/admin/history/{entry}/changes/{change}/values': async ({ desk, admin }) => {
    const id = await insertCondo(desk.api.db, 'Erst');
    await desk.api.call('PUT', `/admin/condos/${id}`, { name: 'Dann' });
    await desk.api.call('POST', `${await newestChangePath(desk)}/values`);
    const values = { old: { name: 'Dann' }, new: { name: 'Erst' } };
    const changes = [change('changed', `condo ${id}`, 'Erst', values)];
    return { actor: admin, action: 'restored', record: `condo ${id}`, name: 'Erst', changes };
  },
};
