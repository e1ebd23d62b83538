import { eq } from 'drizzle-orm';
import { beforeEach, expect } from 'vitest';
import {
  apartments,
  condos,
  userCondoAssociations,
  users,
} from '~/platform/database/schema/records';
import { z } from '~/fields/zod';
import { apiPerFile, insertUser, type TestApi } from '../../support/api';
import { create, undoNewest, validate } from '../../support/bulk';
import { insertApartment, insertCondo } from '../../support/places';

let minutes = 0;
/** Each call has a time of its own. */
const clock = () => new Date(Date.UTC(2026, 6, 1, 10, (minutes += 1)));

const HEADINGS =
  'Vorname;Name;E-Mail;Telefon;Liegenschaft;Wohnungsnummer;Rolle;Einzug;Auszug;Bemerkung';
export const OVERLAP = 'This person has this role in this apartment already at that time.';

/** The API of this file's tests, once `openFile` has opened it. */
export let api: TestApi;
/** A building with two apartments. */
export let home: { condo: number; one: number; two: number };

/** Opens an API for the tests of a file; each finds nobody there. */
export function openFile(): void {
  api = apiPerFile({ clock });
  beforeEach(async () => {
    await api.db.delete(userCondoAssociations);
    await api.db.delete(users).where(eq(users.is_superuser, false));
    await api.db.delete(apartments);
    await api.db.delete(condos);
    const condo = await insertCondo(api.db, 'Seeblick');
    home = {
      condo,
      one: await insertApartment(api.db, condo, '1.01'),
      two: await insertApartment(api.db, condo, '1.02'),
    };
  });
}

export const check = (...lines: string[]) =>
  validate(api, 'tenancy', `${[HEADINGS, ...lines].join('\n')}\n`);

/** The errors of the invalid rows, after the number of valid ones. */
export async function errorsOf(...lines: string[]) {
  const { valid_rows, invalid_rows } = await check(...lines);
  return [valid_rows.length, ...invalid_rows.map(({ error }) => error)];
}

/** Validates the lines, all of which are valid, and creates their rows. */
export async function importLines(...lines: string[]) {
  const { valid_rows, invalid_rows } = await check(...lines);
  expect(invalid_rows).toEqual([]);
  expect(await create(api, 'tenancy', valid_rows)).toEqual({ created: lines.length, errors: [] });
  return valid_rows;
}

export const undo = (query?: string) => undoNewest(api, query);

const residents = z.array(z.object({ who: z.string() }));

/** Everybody but the administrators: "Anna Muster anna@example.com 079 | 1.01 renter 2026-04-01 -". */
export async function stored(): Promise<string[]> {
  const { rows } = await api.db.execute(`
    select concat_ws(' ', u.first_name, u.last_name, u.email, u.phone) ||
           case when t.id is null then '' else
             ' | ' || concat_ws(' ', t.role, coalesce(p.apartment_number, '-'), coalesce(t.since::text, '-'),
                                coalesce(t.until::text, '-'), t.note) end as who
      from users u left join user_condo_associations t on t.user_id = u.id
      left join apartments p on p.id = t.apartment_id
     where not u.is_superuser order by u.id, t.id`);
  return residents.parse(rows).map(({ who }) => who);
}

export const known = (fields: object = {}) =>
  insertUser(api.db, {
    email: 'anna@example.com',
    first_name: 'Anna',
    last_name: 'Muster',
    ...fields,
  });

export const renter = (since: string, until: string, who = ';;anna@example.com;') =>
  `${who};Seeblick;1.01;Mieter;${since};${until};`;
