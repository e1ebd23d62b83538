import { and } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { filterConditions } from '~/condos/server/repo';
import { condos } from '~/platform/database/schema/records';
import { CANTON_SPELLINGS, passesCanton, readCantonFilter } from '~/condos/cantons';
import { condoFields } from '~/condos/fields';
import { filterShapeOf } from '~/fields/field-schemas';
import { filtersOf, passes } from '~/fields/filters';
import { fieldsOf } from '~/fields/reading';
import { z } from '~/fields/zod';
import { filterParams } from '~/rpc/list-search';
import { aCondo } from '../../support/builders';
import { createTestDatabase } from '../../support/database';
import { forThisTest, perFile } from '../../support/opened';

/** Buildings with a filter of each kind. */
const FIELDS = {
  ...condoFields,
  number_of_units: { ...condoFields.number_of_units, filter: 10 },
  date_built: { ...condoFields.date_built, filter: 10 },
  country: { kind: 'choice', label: 'Country', options: ['Austria', 'France'], filter: 10 },
} as const;

const STORED = [
  { name: 'Small', city: 'Bern', country: 'France', number_of_units: 9, date_built: '1999-12-31' },
  {
    name: 'Large',
    city: 'Biel',
    country: 'Austria',
    number_of_units: 10,
    date_built: '2000-01-01',
  },
  { name: 'Bare', city: 'Basel', country: 'Italy', number_of_units: null, date_built: null },
];

const CASES: ReadonlyArray<[query: Readonly<Record<string, string>>, found: readonly string[]]> = [
  [{}, ['Bare', 'Large', 'Small']],
  [{ city: 'BE' }, ['Small']],
  [{ country: 'Austria' }, ['Large']],
  [{ number_of_units_min: '10' }, ['Large']],
  [{ number_of_units_max: '9' }, ['Small']],
  [{ date_built_from: '2000-01-01' }, ['Large']],
  [{ date_built_to: '1999-12-31' }, ['Small']],
  [{ date_built_from: '1999-12-31', date_built_to: '2000-01-01' }, ['Large', 'Small']],
  [{ country: 'France', number_of_units_min: '10' }, []],
];

const SUGGESTED = CANTON_SPELLINGS.flatMap(({ shown }) => shown);
const CANTON_TEXTS = ['BE', 'Berlin', 'Bern', 'Berne', 'Vorarlberg', 'ZG', 'ZH', 'ZÜRICH'];

/** Cantons as people store them and filter by them, with their codes. */
const IN_FULL = [
  ['ZH', 'Kanton Zürich', 'KT. ZH', 'Kt.ZH', 'Canton de Zurich', 'Canton Zurigo'],
  ['GR', 'Canton des Grisons', 'Cantone dei Grigioni', 'Chantun Grischun', 'Kanton  Graubuenden'],
  ['GE', 'République et canton de Genève', 'Canton de Genève', 'Cantone di Ginevra'],
  ['TI', 'Repubblica e Cantone Ticino', 'Cantone del Ticino', 'Republik und Kanton Tessin'],
  ['UR', "Canton d'Uri", 'Canton d’Uri', 'Kanton Uri'],
  ['SG', 'Kanton St. Gallen', 'Canton de Saint-Gall', 'Cantone di San Gallo', 'Kt. Sankt Gallen'],
  ['VD', 'Canton de Vaud', 'Canton of Vaud', 'Kanton Waadt'],
  ['JU', 'République et canton du Jura', 'Canton du Jura'],
];

/** Returns for each text the cantons that its filter finds among the stored ones. */
async function cantonsFound(filters: readonly string[]): Promise<string[][]> {
  const conditions = filterConditions(condos, { state: condoFields.state });
  const queries = filters.map((state) =>
    cantons.db
      .select({ state: condos.state })
      .from(condos)
      .where(and(...conditions({ state }))),
  );
  return (await Promise.all(queries)).map((rows) => rows.map(({ state }) => state).toSorted());
}

function cantonsPassing(filter: string): string[] {
  return CANTON_TEXTS.filter((state) => passesCanton(readCantonFilter(filter), state));
}

const database = perFile(createTestDatabase);
const cantons = perFile(createTestDatabase);
beforeAll(async () => {
  await cantons.db.insert(condos).values(CANTON_TEXTS.map((state) => aCondo({ state })));
  await database.db.insert(condos).values(STORED.map((one) => aCondo(one)));
});

it.each(CASES)('%j narrows the list in the database', async (query, names) => {
  const filters = z.object(filterShapeOf(FIELDS)).parse(query);
  const rows = await database.db
    .select({ name: condos.name })
    .from(condos)
    .where(and(...filterConditions(condos, FIELDS)(filters)))
    .orderBy(condos.name);
  expect(rows.map(({ name }) => name)).toEqual(names);
});

it.each(CASES.filter(([{ city }]) => city === undefined))(
  '%j narrows the loaded rows alike',
  (query, names) => {
    const others = filtersOf(FIELDS).filter(({ kind }) => kind !== 'text' && kind !== 'canton');
    const passing = STORED.filter((condo) =>
      others.every((one) => passes(one, fieldsOf(condo)[one.field], query[one.param] ?? '')),
    );
    expect(passing.map(({ name }) => name).toSorted()).toEqual(names);
  },
);

it.each([
  ['BE', ['BE', 'Bern', 'Berne']],
  [' bern ', ['BE', 'Bern', 'Berne']],
  ['Zürich', ['ZH', 'ZÜRICH']],
  ['zü', ['ZG', 'ZH', 'ZÜRICH']],
  ['erl', ['Berlin']],
  ['lb', ['Vorarlberg']],
  ['%', []],
])('the canton %j finds %j', async (filter, texts) => {
  expect((await cantonsFound([filter]))[0]).toEqual(texts);
  expect(cantonsPassing(filter)).toEqual(texts);
});

it('a canton is found alike by the database and the preview', async () => {
  const text = fc.oneof(
    fc.constantFrom(...SUGGESTED, ...CANTON_TEXTS, ...IN_FULL.flat()),
    fc.stringMatching(/^[ a-zü%.-]{1,3}$/),
  );
  const filters = fc.sample(text, 300).filter((one) => one.trim() !== '');
  expect(await cantonsFound(filters)).toEqual(filters.map(cantonsPassing));
});

it('a canton is found by each of its names, with and without "canton", wherever that stands', async () => {
  const full = await forThisTest(createTestDatabase());
  await full.db.insert(condos).values(IN_FULL.flat().map((state) => aCondo({ state })));
  for (const texts of IN_FULL) {
    for (const state of texts) {
      const rows = await full.db
        .select({ state: condos.state })
        .from(condos)
        .where(and(...filterConditions(condos, { state: condoFields.state })({ state })));
      expect([state, rows.map((row) => row.state).toSorted()]).toEqual([state, texts.toSorted()]);
      const passing = IN_FULL.flat().filter((one) => passesCanton(readCantonFilter(state), one));
      expect([state, passing.toSorted()]).toEqual([state, texts.toSorted()]);
    }
  }
});

it('an empty filter narrows nothing, and what is none is rejected', () => {
  const schema = z.object(filterShapeOf(FIELDS));
  const params = Object.keys(schema.shape);
  const empty = Object.fromEntries(params.map((param) => [param, '']));
  expect(filterConditions(condos, FIELDS)(schema.parse(empty))).toEqual(
    params.map(() => undefined),
  );
  for (const [param, text] of [
    ['number_of_units_min', 'ten'],
    ['date_built_from', '2000-02-30'],
    ['country', 'Italy'],
  ]) {
    expect(schema.safeParse({ [String(param)]: text }).success).toBe(false);
  }
});

it('a filter of each kind is read from the address as what it is, or as none', () => {
  const { number_of_units_min: least, date_built_to: to, country } = filterParams(FIELDS);
  expect([least('10'), least(10), least('ten')]).toEqual(['10', '10', '']);
  expect([to('2000-01-31'), to('2000-02-30')]).toEqual(['2000-01-31', '']);
  expect([country('France'), country('Italy')]).toEqual(['France', '']);
  expect([least, to, country].map((read) => read(undefined))).toEqual(['', '', '']);
});
