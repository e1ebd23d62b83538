import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { historyPageSchema } from '~/history/answers';
import { apartments, userCondoAssociations, users } from '~/platform/database/schema/records';
import { insertUser } from '../../support/api';
import { create, newestImport, postRows, validate } from '../../support/bulk';
import { openTransaction } from '../../support/connections';
import { must } from '../../support/must';
import { insertApartment, insertCondo } from '../../support/places';
import { api, check, home, importLines, openFile, stored, undo } from './tenancy-file';

openFile();

const above = (name: string) =>
  `Liegenschaft: the row above has "${name}": fill it down if that is meant`;

const row = (heading: string, apartment: string) =>
  validate(
    api,
    'tenancy',
    `Name;condo_id;${heading};role\nAnna;${home.condo};${apartment};renter\n`,
  );

describe('a file of people and tenancies', () => {
  it('creates each person once with all their homes, by number or name, in one transaction', async () => {
    const { valid_rows, invalid_rows, names } = await check(
      'Anna;Muster;anna@example.com;079 123 45 67;Seeblick;1.01;Mieterin;1.4.2026;31.3.2027;Two keys',
      ';;Anna@Example.com;;seeblick;1.02;Eigentümer;;;',
      'Beat;Rossi;;079 222 33 44;Seeblick;1.02;locataire;2026-01-01;;',
      'Rossi;Beat;;+41 79 222 33 44;Seeblick;;Verwalter;;;',
      'Carla;Bianchi;;;;;;;;',
      'Müller;;;;Seeblick;1.01;Mieter;;2020-12-31;',
      'Müller;;;;Seeblick;1.02;Mieter;;2020-12-31;',
    );
    expect(invalid_rows).toEqual([]);
    expect(names).toMatchObject({
      condo_id: { [home.condo]: 'Seeblick' },
      apartment_id: { [home.one]: '1.01' },
    });
    expect(valid_rows[0]).toEqual({
      row_number: 2,
      first_name: 'Anna',
      last_name: 'Muster',
      email: 'anna@example.com',
      phone: '079 123 45 67',
      condo_id: home.condo,
      apartment_id: home.one,
      role: 'renter',
      since: '2026-04-01',
      until: '2027-03-31',
      note: 'Two keys',
    });
    expect(await stored()).toEqual([]);
    expect(await create(api, 'tenancy', valid_rows)).toEqual({ created: 7, errors: [] });
    expect(await stored()).toEqual([
      'Anna Muster anna@example.com 079 123 45 67 | renter 1.01 2026-04-01 2027-03-31 Two keys',
      'Anna Muster anna@example.com 079 123 45 67 | owner 1.02 - -',
      'Beat Rossi 079 222 33 44 | renter 1.02 2026-01-01 -',
      'Beat Rossi 079 222 33 44 | building_manager - - -',
      'Carla Bianchi',
      'Müller | renter 1.01 - 2020-12-31',
      'Müller | renter 1.02 - 2020-12-31',
    ]);
    const page = await api.read(historyPageSchema, 'GET', '/admin/history');
    expect(page.entries[0]).toMatchObject({
      action: 'imported',
      change_count: 11,
      changes: [
        { kind: 'user', count: 5 },
        { kind: 'association', count: 6 },
      ],
    });
  });

  it('says what one row lacks or has wrong, each with its field', async () => {
    const other = await insertCondo(api.db, 'Rosengarten');
    await insertApartment(api.db, other, '9');
    const { valid_rows, invalid_rows } = await check(
      ';;;079 123 45 67;;;;;;',
      'Anna;;nobody;;;;;;;',
      'Anna;;;;Seeblick;;;;;',
      'Anna;;;;;1.01;Mieter;;;',
      'Anna;;;;;;;2026-01-01;;',
      'Anna;;;;Seeblick;;Mieter;;;',
      'Anna;;;;Seeblick;9;Mieter;;;',
      'Anna;;;;Nowhere;9;Mieter;;;',
      'Anna;;;;Seeblick;1.01;super_admin;;;',
      'Anna;;;;Seeblick;1.01;Mieter;2026-05-01;30.4.2026;',
      'Anna;;;;Seeblick;1.01;Mieter;2019;;',
      'Anna;;;;Seeblick;1.01;Mieter;31.12.1899;1.1.2201;',
      'Anna;;;;Seeblick;1.01;Mieter;03/04/2019;31.2.2020;',
    );
    expect(valid_rows).toEqual([]);
    expect(invalid_rows.map(({ error }) => error)).toEqual([
      'Vorname: A name or an email address is required',
      'E-Mail "nobody": Invalid email address',
      'Rolle: Role is required',
      `Liegenschaft: Building selection is required; ${above('Seeblick')}`,
      `Liegenschaft: Building selection is required; Rolle: Role is required; ${above('Seeblick')}`,
      'Wohnungsnummer: Apartment selection is required for this role (role "renter")',
      `Wohnungsnummer "9": there is no such apartment in building ${home.condo}`,
      'Liegenschaft "Nowhere": there is no building with this name',
      'Rolle "super_admin": Please select a valid role',
      'Auszug "2026-04-30": The last day is before the first',
      'Einzug "2019": 2019 is a year alone: write the whole date as YYYY-MM-DD',
      'Einzug "31.12.1899": The date must be between 1900-01-01 and 2200-12-31; ' +
        'Auszug "1.1.2201": The date must be between 1900-01-01 and 2200-12-31',
      'Einzug "03/04/2019": could be 2019-04-03 or 2019-03-04: write it as YYYY-MM-DD; ' +
        'Auszug "31.2.2020": Please enter a valid date (YYYY-MM-DD)',
    ]);
    expect(invalid_rows.map(({ errors }) => errors[0]?.field)).toEqual([
      'first_name',
      'email',
      'role',
      'condo_id',
      'condo_id',
      'apartment_id',
      'apartment_id',
      'condo_id',
      'role',
      'until',
      'since',
      'since',
      'since',
    ]);
  });

  it('leaves a digit that may be an id or a number to be said', async () => {
    await api.db
      .update(apartments)
      .set({ apartment_number: String(home.one) })
      .where(eq(apartments.id, home.two));
    const id = String(home.one);
    expect((await row('Wohnungsnummer', id)).valid_rows).toMatchObject([
      { apartment_id: home.two },
    ]);
    expect((await row('apartment_id', id)).valid_rows).toMatchObject([{ apartment_id: home.one }]);
    expect((await row('Wohnung', id)).invalid_rows[0]?.error).toContain(
      `Wohnung "${id}": could be apartment ${id} (id ${home.two}) or apartment 1.01 (id ${home.one})`,
    );
  });
});

describe('creating', () => {
  it('checks again, and creates all or nothing', async () => {
    const { valid_rows } = await check(
      'Anna;Muster;anna@example.com;;Seeblick;1.01;Mieter;;;',
      'Beat;Rossi;;;Seeblick;1.02;Mieter;;;',
    );
    await api.db.delete(apartments).where(eq(apartments.id, home.two));
    const { created, errors } = await create(api, 'tenancy', valid_rows);
    expect(created).toBe(0);
    expect(errors).toMatchObject([{ row: { row_number: 3 }, errors: [{ field: 'apartment_id' }] }]);
    expect(await stored()).toEqual([]);
  });

  it('waits for somebody who is being deactivated, and then creates nothing', async () => {
    const id = await insertUser(api.db, { email: 'anna@example.com' });
    const { valid_rows } = await check(';;anna@example.com;;Seeblick;1.01;Mieter;;;');
    const commit = await openTransaction(
      api.database,
      `update users set is_active = false where id = ${id}`,
    );
    const creating = postRows(api, 'tenancy', JSON.stringify(valid_rows));
    await expect
      .poll(async () => {
        const { rows } = await api.db.execute(
          `select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'`,
        );
        return rows[0]?.waiting;
      })
      .toBe(1);
    await commit();
    expect(await (await creating).json()).toMatchObject({
      created: 0,
      errors: [{ errors: [{ field: 'email' }] }],
    });
    expect(await api.db.$count(userCondoAssociations)).toBe(0);
  });

  it('in batches: a person of an earlier one is the same', async () => {
    const rows = Array.from({ length: 2_100 }, (_, index) => ({
      email: 'anna@example.com',
      ...(index === 2_050 && { phone: '079' }),
      condo_id: home.condo,
      apartment_id: home.one,
      role: 'renter',
      since: new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10),
      until: new Date(Date.UTC(2000, 0, 1 + index)).toISOString().slice(0, 10),
    }));
    expect(await create(api, 'tenancy', rows)).toEqual({ created: 2_100, errors: [] });
    expect(await api.db.$count(users, eq(users.phone, '079'))).toBe(1);
  });
});

describe('undo', () => {
  it('removes associations and the people who came with them, and writes back what it filled in', async () => {
    await insertUser(api.db, { email: 'anna@example.com', first_name: 'Anna' });
    const before = await stored();
    await importLines(
      ';;anna@example.com;079;Seeblick;1.01;Mieter;;;',
      'Beat;Rossi;;;Seeblick;1.01;Mieter;;;',
      'Beat;Rossi;;;Seeblick;1.02;Mieter;;;',
      'Carla;;;;;;;;;',
    );
    expect(await undo()).toEqual({ removed: 4, kept: [] });
    expect(await stored()).toEqual(before);
    expect(await newestImport(api)).toMatchObject({ type: 'tenancy', created: 4, removed: 4 });
    // The file can be imported again.
    await importLines('Beat;Rossi;;;Seeblick;1.01;Mieter;;;');
  });

  it('keeps and names what was changed or used since', async () => {
    await importLines(
      'Anna;Muster;anna@example.com;;Seeblick;1.01;Mieter;;;',
      'Beat;Rossi;;;Seeblick;1.02;Mieter;;;',
      'Carla;Bianchi;;;;;;;;',
      'Dora;Kunz;dora@example.com;;;;;;;',
    );
    const [tenancy] = await api.db
      .select({ id: userCondoAssociations.id })
      .from(userCondoAssociations)
      .orderBy(userCondoAssociations.id);
    const { id } = must(tenancy, 'tenancy');
    await api.call('PUT', `/admin/user-condo-associations/${id}`, { note: 'Key 12' });
    const [carla] = await api.db.select().from(users).where(eq(users.first_name, 'Carla'));
    await api.call('PUT', `/admin/users/${must(carla, 'Carla').id}`, { phone: '079' });
    await api.db
      .update(users)
      .set({ last_login: new Date() })
      .where(eq(users.email, 'dora@example.com'));
    const used = 'The person is associated with a home, invited, or has signed in';
    expect(await undo()).toMatchObject({
      removed: 1,
      kept: [
        {
          name: 'Anna Muster (anna@example.com), 1.01, Seeblick',
          reason: 'It was changed after the import',
        },
        { name: 'Anna Muster (anna@example.com)', reason: used, removable: false },
        { name: 'Carla Bianchi', reason: 'It was changed after the import', removable: true },
        { name: 'Dora Kunz (dora@example.com)', reason: used, removable: false },
      ],
    });
    expect(await undo('?include_changed=true')).toMatchObject({
      removed: 2,
      kept: [{ name: 'Dora Kunz (dora@example.com)' }],
    });
    expect(await stored()).toEqual(['Dora Kunz dora@example.com']);
  });

  it('keeps no apartment from coming back, which had its people before', async () => {
    await importLines('Beat;Rossi;;;Seeblick;1.01;Mieter;;2020-12-31;');
    const record = { kind: 'apartment', id: home.one };
    const restore = () => api.call('POST', '/admin/history/restore', record);
    expect((await api.call('DELETE', `/admin/apartments/${home.one}`)).status).toBe(204);
    expect(await undo()).toMatchObject({ removed: 1 });
    expect((await restore()).status).toBe(200);
    expect(await stored()).toEqual([]);
  });

  it('can itself be undone: people come back with their tenancies', async () => {
    await importLines(
      'Anna;Muster;anna@example.com;079;Seeblick;1.01;Mieter;2026-01-01;;',
      'Beat;Rossi;;;;;;;;',
    );
    const before = await stored();
    await undo();
    const page = await api.read(historyPageSchema, 'GET', '/admin/history');
    const { id } = must(page.entries[0], 'entry');
    const path = `/admin/history/${id}/restore`;
    expect((await api.call('POST', path)).status).toBe(200);
    expect(await stored()).toEqual(before);
    expect((await api.call('POST', path)).status).toBe(409);
    // Whose address somebody else has since cannot come back.
    await undo();
    const again = must(
      (await api.read(historyPageSchema, 'GET', '/admin/history')).entries[0],
      'entry',
    );
    await insertUser(api.db, { email: 'anna@example.com' });
    const rejected = await api.call('POST', `/admin/history/${again.id}/restore`);
    expect(await rejected.json()).toMatchObject({
      detail:
        'Anna Muster (anna@example.com) cannot be restored: somebody else has this email address now.',
    });
  });
});
