import { like } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { condos } from '~/platform/database/schema/records';
import { condoSchema } from '~/condos/schema';
import { z } from '~/fields/zod';
import { compareNames } from '~/language/format';
import { userListSchema } from '~/users/schema';
import { aCondo } from '../../support/builders';
import { apiPerFile, errorOf, insertUser } from '../../support/api';
import { validate } from '../../support/bulk';
import { insertApartment } from '../../support/places';

const api = apiPerFile();
const ids = new Map<string, number>();

const BUILDINGS = [
  ["Rue de l'Eau 3", "Rue de l'Eau 3", '1201', 'Genève', 'GE'],
  ['Hôpital', 'Rue de l’Hôpital 5', '1700', 'Fribourg', 'FR'],
  ['Rathaus', 'Rathausgasse 5–7', '3011', 'Bern', 'BE'],
  ['Mühle', 'Mühlestrasse 5', '8001', 'Zürich', 'ZH'],
  ['Haus Oehler', 'Zürichstr. 9', '9000', 'St. Gallen', 'SG'],
  ['Residenza', 'P.zza San Giovanni 2', '6900', 'Lugano', 'TI'],
  ['Avenue', 'Avenue de la Gare 1', '1003', 'Lausanne', 'VD'],
  ['Bundesplatz', 'Bundesplatz 3', '6003', 'Luzern', 'LU'],
  ['Haus  zwei', 'Zweiweg 2', '8002', 'Zuerich', 'Zuerich'],
  ['Haus\u00a0drei', 'Dreiweg 3', '8003', 'Zürich', 'Kanton Zürich'],
  ['Haus vier', 'Vierweg 4', '4051', 'Basel', 'Basel Stadt'],
  ['Muller', 'Weg 7', '1000', 'Lausanne', 'Vaud'],
  ['Müller', 'Weg 7', '1000', 'Lausanne', 'Vaud'],
] as const;

const EMAIL = 'm@example.com';

beforeAll(async () => {
  await insertUser(api.db, { email: EMAIL, first_name: 'Anna', last_name: 'Müller' });
  for (const [name, address, zip_code, city, state] of BUILDINGS) {
    const country = 'Switzerland';
    const condo = aCondo({ name, address, zip_code, city, state, country });
    const [row] = await api.db.insert(condos).values(condo).returning({ id: condos.id });
    ids.set(name, row?.id ?? 0);
  }
});

async function find(query: Readonly<Record<string, string>>): Promise<string[]> {
  const list = await api.read(
    z.array(condoSchema),
    'GET',
    `/admin/condos?${new URLSearchParams({ sort_by: 'id', ...query })}`,
  );
  return list.map(({ name }) => name);
}

describe('a search', () => {
  it.each([
    ["l'hopital", ['Hôpital']],
    ['l’eau', ["Rue de l'Eau 3"]],
    ['Rathausgasse 5-7', ['Rathaus']],
    ['muehlestrasse', ['Mühle']],
    ['MÜHLESTR.', ['Mühle']],
    ['mühle\u200bstrasse', ['Mühle']],
    ['Öhler', ['Haus Oehler']],
    ['Zuerichstrasse', ['Haus Oehler']],
    ['zurichstrasse', ['Haus Oehler']],
    ['8001 mühle', ['Mühle']],
    ['Zürich Mühlestrasse', ['Mühle']],
    ['Mühlestrasse 5, 8001 Zürich', ['Mühle']],
    ['Sankt Gallen Oehler', ['Haus Oehler']],
    ['St.Gallen', ['Haus Oehler']],
    ['Piazza S. Giovanni', ['Residenza']],
    ['av. gare', ['Avenue']],
    ['Bundespl. 3', ['Bundesplatz']],
    ['Haus zwei', ['Haus  zwei']],
    ['haus\u2009drei', ['Haus\u00a0drei']],
    ['Muller', ['Muller', 'Müller']],
    ['bahnhof', []],
  ])('for %j finds %j', async (search, names) => {
    expect(await find({ search })).toEqual(names);
  });

  it('finds each building by any part of its texts, in whatever order the words are', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...BUILDINGS),
        fc.infiniteStream(fc.nat()),
        async ([name, address, zip_code, city], random) => {
          const words = [name, address, zip_code, city].join(' ').split(/\s+/);
          const some = words.filter(() => (random.next().value ?? 0) % 2 === 0).toReversed();
          expect(await find({ search: some.join('  ') })).toContain(name);
        },
      ),
      { numRuns: 25 },
    );
  });

  it('is used by the filters', async () => {
    expect(await find({ city: 'zuerich' })).toEqual(['Mühle', 'Haus  zwei', 'Haus\u00a0drei']);
    expect(await find({ city: 'Zürich' })).toEqual(['Mühle', 'Haus  zwei', 'Haus\u00a0drei']);
    expect(await find({ city: 'sankt gallen' })).toEqual(['Haus Oehler']);
  });

  it.each([
    ['Zurigo', ['Mühle', 'Haus  zwei', 'Haus\u00a0drei']],
    ['Kt. ZH', ['Mühle', 'Haus  zwei', 'Haus\u00a0drei']],
    ['ZH', ['Mühle', 'Haus  zwei', 'Haus\u00a0drei']],
    ['République et canton de Genève', ["Rue de l'Eau 3"]],
    ['Repubblica e Cantone Ticino', ['Residenza']],
    ['Bâle-Ville', ['Haus vier']],
    ['BS', ['Haus vier']],
    ['Canton de Saint-Gall', ['Haus Oehler']],
    ['San Gallo', ['Haus Oehler']],
    ['waadt', ['Avenue', 'Muller', 'Müller']],
  ])('for the canton %j finds %j', async (state, names) => {
    expect(await find({ state })).toEqual(names);
  });

  it.each(['mueller', 'müller', 'MULLER', 'Muller Anna', 'ｍüller'])(
    'for people: %s',
    async (search) => {
      const query = new URLSearchParams({ search });
      const { data } = await api.read(userListSchema, 'GET', `/admin/users?${query}`);
      expect(data.map((user) => user.email)).toEqual([EMAIL]);
    },
  );
});

describe('an import', () => {
  it('knows a building again, in whatever way its name is written', async () => {
    const cells = [
      'RUE DE L’EAU  3',
      'Haus zwei',
      'Haus drei',
      'Haus\u00a0 vier',
      'Mu\u0308hle',
      'Muller',
    ];
    const file = `Gebäude;Nummer\n${cells.map((cell, at) => `${cell};${at}`).join('\n')}`;
    const { valid_rows, invalid_rows } = await validate(api, 'apartment', file);
    expect(invalid_rows).toEqual([]);
    const names = [
      "Rue de l'Eau 3",
      'Haus  zwei',
      'Haus\u00a0drei',
      'Haus vier',
      'Mühle',
      'Muller',
    ];
    expect(valid_rows.map(({ condo_id }) => condo_id)).toEqual(names.map((name) => ids.get(name)));
  });

  it('names duplicates, stored and in the file, and keeps what looks different apart', async () => {
    const rows = [
      "Hôpital;Rue de l'Hôpital 5;Fribourg;FR;1700;Switzerland",
      'HAUS\u2009ZWEI;Zweiweg\u00a02;Zürich;ZH;8002;Switzerland',
      'Neu\u00adbau;Rue de l’Or 1–3;Bern;BE;3000;Switzerland',
      "NEUBAU;Rue de l'Or 1-3;Bern;BE;3000;Switzerland",
      'Neubäu;Rue de l’Or 1–3;Bern;BE;3000;Switzerland',
    ];
    const file = `Name;Adresse;Ort;Kanton;PLZ;Land\n${rows.join('\n')}`;
    const { valid_rows, invalid_rows } = await validate(api, 'condo', file);
    expect(invalid_rows.map(({ error }) => error)).toEqual([
      expect.stringContaining('exists already'),
      expect.stringContaining('exists already'),
      expect.stringContaining('row 4 has the same name, address and zip code'),
    ]);
    // Invisible characters are taken off.
    expect(valid_rows.map(({ name }) => name)).toEqual(['Neubau', 'Neubäu']);
  });

  it('knows apartments again by their numbers', async () => {
    const condoId = ids.get('Hôpital') ?? 0;
    await insertApartment(api.db, condoId, "3\u20111 l'est");
    const file = `Gebäude;Nummer\nhôpital;3-1 L’Est\nHôpital;3-1 L’Ouest`;
    const { valid_rows, invalid_rows } = await validate(api, 'apartment', file);
    expect(invalid_rows).toHaveLength(1);
    expect(valid_rows).toHaveLength(1);
    const body = { condo_id: condoId, apartment_number: '3–1 L’Est' };
    const answer = await api.call('POST', '/admin/apartments', body);
    expect(answer.status).toBe(409);
    expect(JSON.stringify(await errorOf(answer))).toContain(
      'already has an apartment with this number',
    );
  });
});

it('invisible characters are taken off what is sent', async () => {
  const body = {
    condo_id: ids.get('Mühle'),
    apartment_number: '\ufeff4\u200bA\u00ad',
    notes: '\u200e',
  };
  const answer = await api.call('POST', '/admin/apartments', body);
  expect(await answer.json()).toMatchObject({ apartment_number: '4A', notes: null });
});

const nameOf = ({ street, number, letter }: { street: string; number: number; letter: string }) =>
  `Ordnung ${street} ${number}${letter}`;

it('whatever their numbers, buildings are in the order in which people count', async () => {
  const houses = fc.record({
    street: fc.constantFrom('Allee', 'Bahnhofstrasse', 'Weg'),
    number: fc.integer({ min: 1, max: 1_200 }),
    letter: fc.constantFrom('', 'a', 'b'),
  });
  const lists = fc.uniqueArray(houses, { selector: nameOf, minLength: 2, maxLength: 30 });
  await fc.assert(
    fc.asyncProperty(lists, async (list) => {
      await api.db.delete(condos).where(like(condos.name, 'Ordnung %'));
      await api.db.insert(condos).values(list.map((one) => aCondo({ name: nameOf(one) })));
      const names = list
        .toSorted(
          (a, b) =>
            a.street.localeCompare(b.street, 'en') ||
            a.number - b.number ||
            a.letter.localeCompare(b.letter, 'en'),
        )
        .map(nameOf);
      const search = 'ordnung';
      expect(await find({ search, sort_by: 'name' })).toEqual(names);
      expect(await find({ search, sort_by: 'name', sort_order: 'desc' })).toEqual(
        names.toReversed(),
      );
      // In choices and suggestions of the screen, too.
      expect(list.map(nameOf).toSorted(compareNames)).toEqual(names);
    }),
    { numRuns: 20 },
  );
});

it('buildings are listed as people count, up and down', async () => {
  const names = ['Zähler 2', 'Zähler 10', 'zähler 10a', 'Zähler 100'];
  const shuffled = [3, 0, 2, 1].map((at) => aCondo({ name: names[at] ?? '' }));
  await api.db.insert(condos).values(shuffled);
  const search = 'zähler';
  expect(await find({ search, sort_by: 'name' })).toEqual(names);
  expect(await find({ search, sort_by: 'name', sort_order: 'desc' })).toEqual(names.toReversed());
});
