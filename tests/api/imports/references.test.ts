import { beforeEach, describe, expect, it } from 'vitest';
import { apiPerFile } from '../../support/api';
import { validate } from '../../support/bulk';
import { insertApartment, insertCondo } from '../../support/places';
import { apartments, condos } from '~/platform/database/schema/records';

const api = apiPerFile();

/** The ids of buildings and apartments, by what people call them. */
let ids: Record<'Seeblick' | 'one' | 'two' | 'three' | 'hundred' | 'digits', number>;

beforeEach(async () => {
  await api.db.delete(apartments);
  await api.db.delete(condos);
  const Seeblick = await insertCondo(api.db, 'Seeblick');
  const [three, two, one, hundred] = [
    await insertApartment(api.db, Seeblick, 'third'),
    await insertApartment(api.db, Seeblick, 'second'),
    await insertApartment(api.db, Seeblick, 'first'),
    await insertApartment(api.db, Seeblick, '99101'),
  ];
  // Each number is the id of another apartment of the building.
  await api.db.execute(
    `update apartments set apartment_number = case id when ${three} then '${one}' when ${one} then '${three}' else '${two}' end where id <> ${hundred}`,
  );
  // A building whose name is the other one's id.
  const digits = await insertCondo(api.db, String(Seeblick));
  ids = { Seeblick, one, two, three, hundred, digits };
});

const invite = (building: string, apartment: string, ...values: string[]) =>
  `email;role;${building};${apartment}\nanna@example.com;renter;${values.join(';')}\n`;

describe('a heading says which record is meant', () => {
  it.each([
    ['Wohnungsnummer', 'one', 'three'],
    ['unit number', 'three', 'one'],
    ['Wohnung Nr.', 'one', 'three'],
  ] as const)('%s: the number of the apartment', async (heading, number, apartment) => {
    const file = invite('Gebäude', heading, 'Seeblick', String(ids[number]));
    expect(await validate(api, 'user_invite', file)).toMatchObject({
      valid_rows: [{ condo_id: ids.Seeblick, apartment_id: ids[apartment] }],
      invalid_rows: [],
      names: {
        condo_id: { [ids.Seeblick]: 'Seeblick' },
        apartment_id: { [ids[apartment]]: String(ids[number]) },
      },
    });
  });

  it('the name of the building', async () => {
    const file = `Building name;Nummer\n${ids.Seeblick};1\n`;
    const { valid_rows } = await validate(api, 'apartment', file);
    expect(valid_rows).toMatchObject([{ condo_id: ids.digits }]);
  });

  it('the id, also as programs write it', async () => {
    const file = invite('condo_id', 'Wohnungs-ID', String(ids.Seeblick), `${ids.one}.0`);
    const { valid_rows } = await validate(api, 'user_invite', file);
    expect(valid_rows).toMatchObject([{ condo_id: ids.Seeblick, apartment_id: ids.one }]);
  });

  it('where it leaves it open both readings are named', async () => {
    const file =
      invite('Building', 'Wohnung', 'Seeblick', String(ids.one)) +
      `b@example.com;renter;Seeblick;id ${ids.one}\nc@example.com;renter;Seeblick;99101\n`;
    const { valid_rows, invalid_rows } = await validate(api, 'user_invite', file);
    expect(valid_rows).toMatchObject([{ apartment_id: ids.one }, { apartment_id: ids.hundred }]);
    expect(invalid_rows[0]?.error).toBe(
      `Wohnung "${ids.one}": could be apartment ${ids.one} (id ${ids.three}) or apartment ` +
        `${ids.three} (id ${ids.one}): write the id of the right one, such as "id ${ids.three}"`,
    );
  });

  it('leaves a building open, too', async () => {
    const file = `Gebäude;Nummer\n${ids.Seeblick};1\nid ${ids.digits};2\n${ids.digits};3\n`;
    const { valid_rows, invalid_rows } = await validate(api, 'apartment', file);
    expect(valid_rows).toMatchObject([{ condo_id: ids.digits, apartment_number: '2' }]);
    expect(invalid_rows[0]?.error).toBe(
      `Gebäude "${ids.Seeblick}": could be building "${ids.Seeblick}" (id ${ids.digits}) or building ` +
        `"Seeblick" (id ${ids.Seeblick}): write the id of the right one, such as "id ${ids.digits}"`,
    );
    expect(invalid_rows[1]?.error).toBe(
      `Gebäude "${ids.digits}": no building is called ${ids.digits}; the one with the id ${ids.digits} is ` +
        `"${ids.Seeblick}": write "id ${ids.digits}" if it is meant`,
    );
  });

  it.each(['Wohnung', 'Apartment', 'Logement', 'Unità'])(
    'an id below a heading that does not say id is asked back: %s',
    async (heading) => {
      const [id, number] = [ids.hundred, '99101'];
      const cells = [String(id), `id ${id}`, number];
      const rows = cells.map((cell, at) => `p${at}@example.com;renter;Seeblick;${cell}`);
      const file = `email;role;Gebäude;${heading}\n${rows.join('\n')}\n`;
      const { valid_rows, invalid_rows } = await validate(api, 'user_invite', file);
      expect(valid_rows.map(({ apartment_id }) => apartment_id)).toEqual([id, id]);
      expect(invalid_rows).toMatchObject([{ row: { apartment_id: String(id) } }]);
      expect(invalid_rows[0]?.error).toBe(
        `${heading} "${id}": no apartment there is called ${id}; the one with the id ${id} is ${number}: ` +
          `write "id ${id}" if it is meant`,
      );
    },
  );

  it('so is that of a building', async () => {
    const id = await insertCondo(api.db, 'Lac');
    const file = `Building;Nummer\n${id};1\nid ${id};2\nLac;3\n`;
    const { valid_rows, invalid_rows } = await validate(api, 'apartment', file);
    expect(valid_rows).toMatchObject([{ condo_id: id }, { condo_id: id }]);
    expect(invalid_rows.map(({ error }) => error)).toEqual([
      `Building "${id}": no building is called ${id}; the one with the id ${id} is "Lac": ` +
        `write "id ${id}" if it is meant`,
    ]);
  });

  it('an id that is gone is not taken for a number', async () => {
    const id = 100_000;
    const number = await insertApartment(api.db, ids.Seeblick, String(id));
    const file = invite('condo_id', 'apartment_id', String(ids.Seeblick), String(id));
    const { valid_rows, invalid_rows } = await validate(api, 'user_invite', file);
    expect(valid_rows).toEqual([]);
    expect(invalid_rows[0]?.error).toBe(
      `apartment_id "${id}": no apartment of building ${ids.Seeblick} has this id; the one with this number has the id ${number}`,
    );
  });
});

it('a number that two apartments share finds one only if it is written in the same way', async () => {
  // From before numbers were compared in this way.
  const dash = await insertApartment(api.db, ids.Seeblick, 'A–1');
  const hyphen = await insertApartment(api.db, ids.Seeblick, 'A-1');
  const people = ['a—1', 'A-1', 'A–1', `id ${dash}`];
  const rows = people.map((number, at) => `p${at}@example.com;renter;Seeblick;${number}`);
  const file = `email;role;Gebäude;Wohnungsnummer\n${rows.join('\n')}\n`;
  for (const type of ['user_invite', 'tenancy']) {
    const { valid_rows, invalid_rows } = await validate(api, type, file);
    expect(valid_rows.map((row) => row.apartment_id)).toEqual([hyphen, dash, dash]);
    expect(invalid_rows.map(({ error }) => error)).toEqual([
      `Wohnungsnummer "a—1": several apartments there have this number (ids ${dash}, ${hyphen}): use the id`,
    ]);
  }
});

describe('a group whose first row alone names the building', () => {
  it('says that the row above may be meant', async () => {
    const { valid_rows, invalid_rows } = await validate(
      api,
      'apartment',
      'Gebäude;Nummer\nSeeblick;21\n;22\n',
    );
    expect(valid_rows).toMatchObject([{ condo_id: ids.Seeblick, apartment_number: '21' }]);
    expect(invalid_rows[0]?.error).toBe(
      'Gebäude: Condo is required; Gebäude: the row above has "Seeblick": fill it down if that is meant',
    );
  });
});

/** The rows of a file of buildings, then the errors of its invalid rows. */
async function read(file: string): Promise<unknown[]> {
  const { valid_rows, invalid_rows } = await validate(api, 'condo', file);
  return [...valid_rows, ...invalid_rows.map(({ error }) => ({ error }))];
}

describe('an address in other columns', () => {
  it('joins street and house number, and takes postcode and place apart', async () => {
    const file =
      'Name;Strasse;Hausnummer;PLZ/Ort;Kanton;Land\n' +
      'A;Musterweg;1;8001 Zürich;ZH;Schweiz\nB;Musterweg 2;2;CH-8001 Zürich;ZH;Schweiz\n' +
      'C;Musterweg 3;4;8001, Zürich;ZH;Schweiz\n';
    const place = { zip_code: '8001', city: 'Zürich', country: 'Schweiz' };
    expect(await read(file)).toMatchObject([
      { address: 'Musterweg 1', ...place },
      { address: 'Musterweg 2', ...place },
      {
        error:
          'Strasse "Musterweg 3": has a number, and the house number is 4: write street and number here',
      },
    ]);
  });

  it('reads the columns of the federal directory, and asks for what they lack', async () => {
    const file =
      'STN_LABEL;ADR_NUMBER;BDG_NAME;ZIP_LABEL;COM_CANTON;ADR_EGAID\nMusterweg;1;Haus 38;8001 Zürich;ZH;100\n';
    const { valid_rows, invalid_rows } = await validate(api, 'condo', file);
    expect(valid_rows).toEqual([]);
    expect(invalid_rows).toMatchObject([
      {
        row: { name: 'Haus 38', address: 'Musterweg 1', zip_code: '8001', city: 'Zürich' },
        error: 'country: Country is required; country: by its postcode it may be Switzerland',
      },
    ]);
  });

  it('takes a place with its postcode apart where the values say so', async () => {
    const file = 'Name;Adresse;Ort;Kanton;Land\nA;Musterweg 1;8001 Zürich;ZH;Schweiz\n';
    expect(await read(file)).toMatchObject([
      { zip_code: '8001', city: 'Zürich', address: 'Musterweg 1' },
    ]);
  });
});
