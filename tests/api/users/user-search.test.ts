import { eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { userCondoAssociations, users } from '~/platform/database/schema/records';
import { userListSchema } from '~/users/schema';
import { insertUser, apiPerFile } from '../../support/api';
import { insertAssociation, insertCondo } from '../../support/places';
import { must } from '../../support/must';

const api = apiPerFile();
const ids = new Map<string, number>();

const PEOPLE = [
  ['anna.muster@example.com', 'Anna', 'Müller'],
  ['annabel@example.com', 'Annabel', 'Strasse'],
  ['jo@example.com', 'Jo', 'Ångström'],
  ['percent@example.com', '100%', 'under_score'],
  ['slash@example.com', 'Back\\slash', null],
  ['noname@other.test', null, null],
  ['LOUD@EXAMPLE.COM', 'ÉLODIE', 'OF THE HILL'],
] as const;

beforeAll(async () => {
  for (const [email, first_name, last_name] of PEOPLE) {
    ids.set(email, await insertUser(api.db, { email, first_name, last_name }));
  }
});

async function find(search: string, more: Record<string, string> = {}): Promise<string[]> {
  const query = new URLSearchParams({ search, ...more });
  const { data } = await api.read(userListSchema, 'GET', `/admin/users?${query}`);
  return data.map((user) => user.email ?? '');
}

it('lists the inactive alone where only they are wanted, with the other filters', async () => {
  const email = 'left.müller@example.com';
  const id = await insertUser(api.db, { email, is_active: false });
  const condoId = await insertCondo(api.db);
  await insertAssociation(api.db, { user_id: id, condo_id: condoId });
  const anna = must(ids.get('anna.muster@example.com'), 'Anna');
  await insertAssociation(api.db, { user_id: anna, condo_id: condoId });
  expect(await find('', { inactive: 'only' })).toEqual([email]);
  expect(await find('muller', { inactive: 'only' })).toEqual([email]);
  expect(await find('muster', { inactive: 'only' })).toEqual([]);
  expect(await find('', { inactive: 'only', condo_id: `${condoId}` })).toEqual([email]);
  expect(await find('', { inactive: '', condo_id: `${condoId}` })).toHaveLength(2);
  expect(await find('muller', { inactive: 'none' })).not.toContain(email);
  expect(await find('muster', { inactive: 'none' })).toEqual(['anna.muster@example.com']);
  await api.db.delete(users).where(eq(users.id, id));
  await api.db.delete(userCondoAssociations).where(eq(userCondoAssociations.user_id, anna));
});

async function expectFound(search: string, emails: readonly string[]) {
  expect(await find(search)).toEqual(emails);
}

describe('search', () => {
  it.each([
    ['muller', ['anna.muster@example.com']],
    ['MÜLLER', ['anna.muster@example.com']],
    ['mu\u0308ller', ['anna.muster@example.com']],
    ['elodie', ['LOUD@EXAMPLE.COM']],
    ['loud@', ['LOUD@EXAMPLE.COM']],
    ['ångström', ['jo@example.com']],
    ['uste', ['anna.muster@example.com']],
    ['anna', ['anna.muster@example.com', 'annabel@example.com']],
    ['strasse', ['annabel@example.com']],
    ['straße', ['annabel@example.com']],
    ['other.test', ['noname@other.test']],
    ['  anna  ', ['anna.muster@example.com', 'annabel@example.com']],
  ])('%j finds parts of e-mail and name, without case and accents', expectFound);

  it.each([
    ['anna müller', ['anna.muster@example.com']],
    ['müller anna', ['anna.muster@example.com']],
    ['muster@example.com müller', ['anna.muster@example.com']],
    ['na mul', ['anna.muster@example.com']],
    ['anna elodie', []],
  ])('%j wants every word, in any order', expectFound);

  it.each([
    ['jo', ['jo@example.com']],
    ['J', ['jo@example.com']],
    ['mü', ['anna.muster@example.com']],
    ['å', ['anna.muster@example.com', 'annabel@example.com', 'jo@example.com']],
    ['of th', ['LOUD@EXAMPLE.COM']],
    ['xy', []],
  ])('%j looks for words that begin so', expectFound);

  it.each([
    ['100%', ['percent@example.com']],
    ['%', []],
    ['%%%', []],
    ['under_score', ['percent@example.com']],
    ['under.score', []],
    ['k\\s', ['slash@example.com']],
    ['k\\\\s', []],
    ["o'brien", []],
    ['％', []],
  ])('%j is taken literally', expectFound);

  it('takes a blank search for none', async () => {
    expect(await find('   ')).toHaveLength(PEOPLE.length + 1);
  });

  it('goes with the building filter', async () => {
    const condo = await insertCondo(api.db);
    for (const email of ['annabel@example.com', 'jo@example.com']) {
      await insertAssociation(api.db, { user_id: must(ids.get(email), email), condo_id: condo });
    }
    expect(await find('anna', { condo_id: String(condo) })).toEqual(['annabel@example.com']);
    expect(await find('', { condo_id: String(condo) })).toHaveLength(2);
  });

  it('follows a changed name', async () => {
    const id = await insertUser(api.db, { first_name: 'Before' });
    await api.call('PUT', `/admin/users/${id}`, { first_name: 'Zacharias' });
    expect(await find('zacha')).toHaveLength(1);
    expect(await find('before')).toEqual([]);
  });
});
