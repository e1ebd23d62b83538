import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { userCondoAssociations, users } from '~/platform/database/schema/records';
import { insertUser } from '../../support/api';
import { insertAssociation } from '../../support/places';
import {
  api,
  errorsOf,
  home,
  importLines,
  openFile,
  known,
  OVERLAP,
  renter,
  stored,
} from './tenancy-file';

openFile();

describe('the person of an e-mail address', () => {
  it('is tied to the home, whatever the case, and gets what nobody knew', async () => {
    await known();
    await importLines('Anna;Muster;ANNA@example.com;079 1;Seeblick;1.01;Mieter;;;');
    expect(await stored()).toEqual(['Anna Muster anna@example.com 079 1 | renter 1.01 - -']);
    // A whole name in one column is the same one.
    await importLines(';Muster, Anna;anna@example.com;;Seeblick;1.02;Mieter;;;');
    expect(await api.db.$count(users, eq(users.is_superuser, false))).toBe(1);
  });

  it('is not overwritten: another name or number is an error that says theirs', async () => {
    await known({ phone: '079 123 45 67' });
    expect(
      await errorsOf(
        'Anna;Keller;anna@example.com;;Seeblick;1.01;Mieter;;;',
        ';;anna@example.com;044 1;Seeblick;1.01;Mieter;;;',
        ';;anna@example.com;+41 79 123 45 67;Seeblick;1.01;Mieter;;;',
      ),
    ).toEqual([
      1,
      'Name "Keller": this email address is that of Anna Muster: write this name, or none',
      'Telefon "044 1": this person has the phone number 079 123 45 67: write it, or none',
    ]);
    expect(await stored()).toEqual(['Anna Muster anna@example.com 079 123 45 67']);
  });

  it('must be active', async () => {
    const id = await known({ is_active: false });
    const line = ';;anna@example.com;;Seeblick;1.01;Mieter;;;';
    const inactive = 'E-Mail "anna@example.com": the user is inactive and has to be restored first';
    expect(await errorsOf(line)).toEqual([0, inactive]);
    await api.db.update(users).set({ erased_at: new Date() }).where(eq(users.id, id));
    expect(await errorsOf(line)).toEqual([
      0,
      'E-Mail "anna@example.com": the user has been erased',
    ]);
  });

  it('is one in the file, too', async () => {
    expect(
      await errorsOf(
        'Anna;Muster;anna@example.com;;Seeblick;1.01;Mieter;;;',
        'Anna;Keller;Anna@example.com;;Seeblick;1.02;Mieter;;;',
        'Anna;Muster;anna@example.com;;;;;;;',
        ';;anna@example.com;079;Seeblick;1.02;Mieter;;;',
        ';;anna@example.com;044;Seeblick;1.02;Eigentümer;;;',
      ),
    ).toEqual([
      2,
      'Name "Keller": this email address is that of Anna Muster: write this name, or none',
      'E-Mail "anna@example.com": row 2 is about the same person',
      'Telefon "044": this person has the phone number 079: write it, or none',
    ]);
  });

  it('who exists is created by no row about a person alone', async () => {
    const id = await known();
    const nameless = await insertUser(api.db, {
      email: null,
      first_name: 'Beat',
      last_name: 'Rossi',
    });
    expect(
      await errorsOf(
        'Anna;Muster;anna@example.com;;;;;;;',
        'Beat;Rossi;;;;;;;;',
        'Beat;Rossi;;079;;;;;;',
        'Beat;Rossi;;079;;;;;;',
      ),
    ).toEqual([
      1,
      `E-Mail "anna@example.com": this person exists already (id ${id})`,
      `Name "Rossi": this person exists already (id ${nameless})`,
      'Name "Rossi": row 4 is about the same person',
    ]);
  });
});

describe('a phone number that is none', () => {
  it.each(['-', '–', 'k. A.', 'n/a', 'keine', '0', 'unbekannt'])(
    '%s makes nobody the same person',
    async (phone) => {
      await importLines(
        `Müller;;;${phone};Seeblick;1.01;Mieter;;2020-12-31;`,
        `Müller;;;${phone};Seeblick;1.02;Mieter;;2020-12-31;`,
        `Anna;Muster;anna@example.com;${phone};Seeblick;1.01;Mieter;;;`,
        ';;anna@example.com;079 1;Seeblick;1.02;Mieter;;;',
      );
      expect(await stored()).toEqual([
        'Müller | renter 1.01 - 2020-12-31',
        'Müller | renter 1.02 - 2020-12-31',
        'Anna Muster anna@example.com 079 1 | renter 1.01 - -',
        'Anna Muster anna@example.com 079 1 | renter 1.02 - -',
      ]);
    },
  );
});

describe('times that overlap', () => {
  it('with a stored tenancy', async () => {
    const user_id = await insertUser(api.db, { email: 'anna@example.com' });
    const id = await insertAssociation(api.db, {
      user_id,
      condo_id: home.condo,
      apartment_id: home.one,
      role: 'renter',
    });
    const days = { since: '2020-01-01', until: '2020-12-31' };
    await api.db.update(userCondoAssociations).set(days).where(eq(userCondoAssociations.id, id));
    expect(
      await errorsOf(
        renter('2020-12-31', ''),
        renter('', '2020-01-01'),
        renter('', ''),
        renter('', '2019-12-31'),
        renter('2021-01-01', ''),
      ),
    ).toEqual([2, `Einzug "2020-12-31": ${OVERLAP}`, `Einzug: ${OVERLAP}`, `Einzug: ${OVERLAP}`]);
  });

  it('between rows, of which an invalid one is in nobody’s way', async () => {
    expect(
      await errorsOf(
        renter('2020-01-01', '2020-12-31'),
        renter('2022-01-01', '2022-12-31'),
        renter('2020-06-01', '2022-06-30'),
        renter('2021-01-01', '2021-12-31'),
        renter('2020-12-31', '2021-01-01'),
        renter('2023-01-01', ''),
        renter('2030-01-01', ''),
      ),
    ).toEqual([
      4,
      'Einzug "2020-06-01": row 2 has the same person, home and role at that time',
      'Einzug "2020-12-31": row 2 has the same person, home and role at that time',
      'Einzug "2030-01-01": row 7 has the same person, home and role at that time',
    ]);
  });

  it('of people without an e-mail address: a file imported twice creates nobody twice', async () => {
    const lines = [
      renter('2026-01-01', '', 'Anna;Muster;;'),
      renter('', '', 'Müller;;;'),
      'Beat;Rossi;;;;;;;;',
    ];
    await importLines(...lines);
    const [valid, ...errors] = await errorsOf(...lines);
    expect(valid).toBe(0);
    expect(errors.slice(0, 2)).toEqual([`Einzug "2026-01-01": ${OVERLAP}`, `Einzug: ${OVERLAP}`]);
    expect(errors[2]).toMatch(/^Name "Rossi": this person exists already \(id \d+\)$/);
  });
});

const rossi = (phone: string) => renter('2026-01-01', '', `Anna;Rossi;;${phone}`);
const stays = (phone: string) =>
  `Anna Rossi ${phone} | renter 1.01 2026-01-01 -`.replace('  ', ' ');

describe('namesakes without an e-mail address in one home', () => {
  it('are two people by different phone numbers, stored or in the file', async () => {
    await importLines(rossi('079 123 45 67'), rossi('079 765 43 21'));
    await importLines(rossi('044 111 22 33'));
    const three = ['079 123 45 67', '079 765 43 21', '044 111 22 33'].map(stays);
    expect(await stored()).toEqual(three);
    const again = `Einzug "2026-01-01": ${OVERLAP}`;
    expect(await errorsOf(rossi('+41 44 111 22 33'), rossi('0041 79 123 45 67'))).toEqual([
      0,
      again,
      again,
    ]);
  });

  it('are asked back where one of them has no number', async () => {
    await importLines(rossi(''));
    const taken = `Einzug "2026-01-01": ${OVERLAP}`;
    expect(await errorsOf(rossi('079 123 45 67'), rossi(''))).toEqual([0, taken, taken]);
    await api.db.update(users).set({ phone: '079 123 45 67' }).where(eq(users.first_name, 'Anna'));
    expect(await errorsOf(rossi(''))).toEqual([0, taken]);
    expect(await stored()).toEqual([stays('079 123 45 67')]);
    const row = 'Einzug "2026-01-01": row 2 has the same person, home and role at that time';
    await api.db.delete(userCondoAssociations);
    expect(await errorsOf(rossi('079 1'), rossi(''))).toEqual([1, row]);
  });
});
