import { apartmentSearch } from '~/apartments/search';
import { condoFields } from '~/condos/fields';
import { condoSearch } from '~/condos/search';
import { mapNames, namesOf } from '~/fields/fields';
import { invitationSearch } from '~/invitations/search';
import { userSearch } from '~/users/search';
import { exportRequestSchema } from '~/imports/export-schemas';
import { must } from '../../support/must';
import { beforeEach, describe, expect, it } from 'vitest';
import { aUser } from '../../support/builders';
import { endless } from '../../support/endless';
import { exported } from '../../support/exported';
import { byHeading, readCsv, readWorkbook } from '../../support/exported-files';
import { upstreamTo } from '../../support/upstream-to';

let lines: string[] = [];
let answer: (url: URL) => Response = () => Response.json([]);
const upstream = upstreamTo(async ({ url }) => {
  lines.push(`${url.pathname}${url.search}`);
  return answer(url);
});

beforeEach(() => {
  lines = [];
});

const CONDO = {
  // Empty, unless it is named here: the row's version stays when the table of fields grows.
  ...mapNames(namesOf(condoFields), () => null),
  id: 7,
  name: '=HYPERLINK("http://evil.example")',
  address: 'Seestrasse 1;\n8001 "Zürich"',
  city: 'Zürich',
  state: 'ZH',
  zip_code: '08001',
  country: 'Switzerland',
  website: null,
  description: ' <b>&amp;</b> _x0041_ ',
  date_built: '1998-05-12',
  number_of_units: 12,
  image_url: 'https://api.example/a.webp',
  flag_url: null,
  country_flag_url: null,
  created_at: '2025-03-01T10:20:30Z',
};
/** Built before Excel's calendar begins; what an API need not send is missing. */
const OLD_CONDO = { ...CONDO, id: 8, name: 'Alt', date_built: '1848-09-12', number_of_units: null };

/** This time in days since the beginning of Excel's calendar. Workbooks round to ten digits. */
const MARCH_1_10_20_30 = 45_717.4309027778;

/** Version of CONDO. It must not change, because later releases must recognise an exported file. */
const VERSION = 'vcb11bdda1e7de48a259dd579a4d53acc';

const textCell = (v: string) => ({ t: 's', v, z: '@' });

/** The values of a record as cells. */
function cellsOf<T>(record: object, empty: T, cell: (text: string) => T): Record<string, T> {
  const values = Object.entries(record);
  return Object.fromEntries(
    values.map(([name, value]) => [name, value === null ? empty : cell(String(value))]),
  );
}

const ALL_CONDOS = {
  list: 'condos' as const,
  query: { search: 'see', city: 'Zürich', sort_by: 'id' as const, sort_order: 'desc' as const },
};

/** The version of this building's row. */
async function versionOf(condo: object): Promise<string | undefined> {
  answer = () => Response.json([condo]);
  const { file } = await exported(upstream, { of: ALL_CONDOS, format: 'csv', separator: ',' });
  return byHeading(readCsv(file, ','), String)[0]?.row_version;
}

describe('buildings', () => {
  beforeEach(() => {
    answer = () => Response.json([CONDO, OLD_CONDO]);
  });

  it('asks for the list with its filters and its sort', async () => {
    await exported(upstream, { of: ALL_CONDOS, format: 'csv', separator: ';' });
    expect(lines).toEqual([
      '/api/admin/condos?search=see&city=Z%C3%BCrich&sort_by=id&sort_order=desc',
    ]);
  });

  it.each([';', ',', '\t'] as const)('as CSV with %j, cell for cell', async (separator) => {
    const { file, notes } = await exported(upstream, { of: ALL_CONDOS, format: 'csv', separator });
    expect(file.subarray(0, 3).toString('hex')).toBe('efbbbf');
    const [first, second] = byHeading(readCsv(file, separator), String);
    expect(first).toEqual({
      ...cellsOf(CONDO, '', String),
      row_version: VERSION,
      name: `'=HYPERLINK("http://evil.example")`,
    });
    expect(second).toMatchObject({ id: '8', date_built: '1848-09-12', number_of_units: '' });
    expect(notes.at(-1)).toEqual({ kind: 'end', value: { rows: 2 } });
  });

  it('as a workbook with typed cells, cell for cell', async () => {
    const { file } = await exported(upstream, { of: ALL_CONDOS, format: 'xlsx', separator: ';' });
    const [first, second] = byHeading(readWorkbook(file), (cell) => String(cell?.v));
    expect(first).toEqual({
      ...cellsOf(CONDO, null, textCell),
      id: { t: 'n', v: 7, z: 'General' },
      row_version: textCell(VERSION),
      // 1998-05-12, counted in days.
      date_built: { t: 'n', v: 35_927, z: 'yyyy-mm-dd' },
      number_of_units: { t: 'n', v: 12, z: 'General' },
      created_at: { t: 'n', v: MARCH_1_10_20_30, z: 'yyyy-mm-dd hh:mm:ss' },
    });
    expect(second).toMatchObject({
      date_built: { t: 's', v: '1848-09-12' },
      number_of_units: null,
    });
  });

  it('the version of a row follows what a file can change, and nothing else', async () => {
    const before = await versionOf(CONDO);
    expect(await versionOf({ ...CONDO, image_url: null, created_at: null, extra: 1 })).toBe(before);
    expect(await versionOf({ ...CONDO, number_of_units: '12' })).toBe(before);
    expect(await versionOf({ ...CONDO, description: null })).not.toBe(before);
  });

  it('a list that breaks off fails the export', async () => {
    const text = JSON.stringify([CONDO, OLD_CONDO]);
    answer = () => new Response(text.slice(0, -20));
    for (const format of ['csv', 'xlsx'] as const) {
      const { notes } = await exported(upstream, { of: ALL_CONDOS, format, separator: ';' });
      expect(notes.at(-1)).toEqual({
        kind: 'error',
        value: { status: 502, detail: 'The server sent a response that could not be read' },
      });
    }
  });
});

const people = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) =>
    aUser({
      id: from + index,
      email: `p${from + index}@example.com`,
      condo_associations: [
        { condo_name: 'Seeblick', apartment_number: '12', role: 'owner' },
        { condo_name: 'Turm', apartment_number: null, role: 'building_manager' },
      ],
    }),
  );

/** A page of people, as an API sends it. */
const pageOf = (data: readonly object[], current_page: number, total_pages: number) =>
  Response.json({ data, pagination: { current_page, total_pages } });

const ids = (file: Buffer) => byHeading(readCsv(file, ';'), String).map(({ id }) => Number(id));

const pageIn = (url: URL) => Number(url.searchParams.get('page'));

/** 95 people on pages of so many, whatever was asked for. */
const pagesOf = (size: number) => (url: URL) => {
  const page = pageIn(url);
  const from = (page - 1) * size;
  return pageOf(people(from + 1, Math.min(size, 95 - from)), page, Math.ceil(95 / size));
};

describe('people', () => {
  const REQUEST = {
    of: { list: 'users' as const, query: { search: 'ada', condo_id: 3 } },
    format: 'csv' as const,
    separator: ';' as const,
  };
  it.each([100, 10, 7])('all pages come, where the API sends pages of %i', async (size) => {
    answer = pagesOf(size);
    const { file, notes } = await exported(upstream, REQUEST);
    expect(ids(file)).toEqual(Array.from({ length: 95 }, (_, index) => index + 1));
    expect(lines[0]).toBe('/api/admin/users?search=ada&page=1&page_size=100&condo_id=3');
    // The last one twice.
    expect(lines).toHaveLength(Math.ceil(95 / size) + (size < 95 ? 1 : 0));
    expect(notes.at(-1)).toEqual({ kind: 'end', value: { rows: 95 } });
    const [first] = byHeading(readCsv(file, ';'), String);
    expect(first).toMatchObject({
      is_active: 'true',
      condo_associations: 'Seeblick, 12 (owner); Turm (building_manager)',
    });
    // Another API knows none.
    expect(first).not.toHaveProperty('phone');
  });

  it.each([400, 422])('after %i to a larger page the usual one is asked for', async (status) => {
    const small = pagesOf(10);
    answer = (url) =>
      url.searchParams.get('page_size') === '100' ? Response.json({}, { status }) : small(url);
    const { file } = await exported(upstream, REQUEST);
    expect(ids(file)).toHaveLength(95);
  });

  it.each<[what: string, middle: (page: number) => Response, value: object]>([
    [
      'a page that fails',
      () => Response.json({ detail: 'Out of memory' }, { status: 500 }),
      { status: 500, detail: 'Out of memory' },
    ],
    [
      'a page without an end',
      () => endless().response(),
      { status: 502, detail: "The API's answer is too large" },
    ],
    ['another page', (page) => pageOf(people(1, 10), page - 1, 10), { status: 409 }],
    ['an empty page', (page) => pageOf([], page, 10), { status: 409 }],
  ])('%s fails the export, and is asked for once', async (_what, middle, value) => {
    answer = (url) => (pageIn(url) === 4 ? middle(4) : pagesOf(10)(url));
    const { notes } = await exported(upstream, REQUEST);
    expect(notes.at(-1)).toMatchObject({ kind: 'error', value });
    expect(lines.filter((line) => line === lines.at(-1))).toHaveLength(1);
  });

  it.each([2, 5, 9])('pages that shift before page %i fail the export', async (page) => {
    let removedCount = 0;
    answer = (url) => {
      const requestedPage = pageIn(url);
      if (requestedPage === page) removedCount = 1;
      const from = (requestedPage - 1) * 10 + 1 + removedCount;
      return pageOf(people(from, Math.min(10, 96 - from)), requestedPage, 10);
    };
    const { notes } = await exported(upstream, REQUEST);
    expect(notes.at(-1)).toMatchObject({ kind: 'error', value: { status: 409 } });
  });

  it('pages that were added meanwhile come too, and who has moved a page is there once', async () => {
    answer = (url) => {
      const page = pageIn(url);
      return pageOf(people(page * 10 - page, 10), page, page < 3 ? 3 : 4);
    };
    const { file } = await exported(upstream, REQUEST);
    expect(ids(file)).toEqual(Array.from({ length: 37 }, (_, index) => index + 9));
  });
});

it('pending invitations', async () => {
  answer = () =>
    Response.json({
      data: [
        {
          id: 1,
          email: 'a@example.com',
          role: 'owner',
          condo: { id: 2, name: 'Seeblick' },
          apartment: { id: 3, apartment_number: '007' },
          created_at: '2025-03-01T10:20:30',
        },
      ],
    });
  const request = { of: { list: 'invitations' as const, query: {} }, separator: ';' as const };
  const { file } = await exported(upstream, { ...request, format: 'xlsx' });
  expect(byHeading(readWorkbook(file), (cell) => String(cell?.v))[0]).toMatchObject({
    condo_name: { v: 'Seeblick' },
    apartment_number: { t: 's', v: '007' },
    created_at: { t: 'n', v: MARCH_1_10_20_30 },
    expires_at: null,
  });
  expect(lines).toEqual(['/api/admin/invitations?status=pending']);
});

const invitation = (id: number, email: string, state: string) => ({ id, email, mail: { state } });

const emailsOf = async (query: object) => {
  const of = { list: 'invitations' as const, query };
  const { file } = await exported(upstream, { of, format: 'csv', separator: ',' });
  return byHeading(readCsv(file, ','), String).map(({ email }) => email);
};

it('pending invitations, narrowed as on the screen', async () => {
  answer = () =>
    Response.json([
      invitation(1, 'ada@example.com', 'sent'),
      invitation(2, 'bea@example.com', 'failed'),
      invitation(3, 'ada@example.org', 'failed'),
    ]);
  expect(await emailsOf({ search: 'ADA' })).toEqual(['ada@example.org', 'ada@example.com']);
  expect(await emailsOf({ search: 'ada', state: 'failed' })).toEqual(['ada@example.org']);
  expect(await emailsOf({ state: 'expired' })).toEqual([]);
});

it.each([
  ['condos', condoSearch],
  ['apartments', apartmentSearch],
  ['users', userSearch],
  ['invitations', invitationSearch],
] as const)('every search param of the list %s narrows its export', (list, { defaults }) => {
  const schema = must(
    exportRequestSchema.shape.of.options.find(({ shape }) => shape.list.value === list),
    'schema',
  );
  const params = Object.keys(defaults).filter(
    (name) => !name.startsWith('page') && name !== 'view',
  );
  expect(Object.keys(schema.shape.query.shape)).toEqual(expect.arrayContaining(params));
});

const person = (id: number, name: string, ...condo_associations: object[]) =>
  aUser({ id, last_name: name, email: `${name}@example.ch`, condo_associations });

describe('residents', () => {
  const REQUEST = {
    of: { list: 'residents' as const, query: { condo_id: 7, condo_name: 'Seeblick' } },
    format: 'csv' as const,
    separator: ';' as const,
  };
  const APARTMENTS = [
    { id: 1, condo_id: 7, apartment_number: '1A', floor_number: 1 },
    { id: 2, condo_id: 7, apartment_number: '2A', floor_number: null },
  ];
  const PEOPLE = [
    person(
      1,
      'Zwei',
      { condo_id: 7, apartment_number: '2A', role: 'owner' },
      { condo_id: 7, apartment_number: '1A', role: 'owner' },
      { condo_id: 8, apartment_number: '9', role: 'renter' },
    ),
    person(2, 'Wart', { condo_id: null, condo_name: 'Seeblick', role: 'building_manager' }),
    person(3, 'Eins', { condo_id: 7, apartment_number: '1A', role: 'renter' }),
  ];

  it("are a building's people by apartment, with those of none at the end", async () => {
    answer = ({ pathname }) =>
      pathname.endsWith('/apartments') ? Response.json(APARTMENTS) : pageOf(PEOPLE, 1, 1);
    const { file, notes } = await exported(upstream, REQUEST);
    expect(readCsv(file, ';').map((cells) => cells.map(String))).toEqual([
      ['apartment_number', 'floor_number', 'name', 'role', 'email'],
      ['1A', '1', 'Anna Zwei', 'owner', 'Zwei@example.ch'],
      ['1A', '1', 'Anna Eins', 'renter', 'Eins@example.ch'],
      ['2A', '', 'Anna Zwei', 'owner', 'Zwei@example.ch'],
      ['', '', 'Anna Wart', 'building_manager', 'Wart@example.ch'],
    ]);
    expect(lines).toEqual([
      '/api/admin/apartments?condo_id=7',
      '/api/admin/users?page=1&page_size=100&condo_id=7',
    ]);
    expect(notes.at(-1)).toEqual({ kind: 'end', value: { rows: 4 } });
  });

  it('fail where a page of people fails', async () => {
    answer = ({ pathname }) =>
      pathname.endsWith('/apartments')
        ? Response.json(APARTMENTS)
        : new Response('', { status: 500 });
    const { notes } = await exported(upstream, REQUEST);
    expect(notes.at(-1)).toMatchObject({ kind: 'error' });
  });
});
