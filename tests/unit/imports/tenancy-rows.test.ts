import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '~/fields/calendar-day';
import { removeFormulaGuards, toImportCsv, toSpreadsheetCsv } from '~/fields/csv-text';
import { bodySchemaOf } from '~/fields/field-schemas';
import { namesOf } from '~/fields/fields';
import { readText } from '~/fields/reading';
import { findHeadings, matchHeadings } from '~/imports/rows/headings';
import type { ReadingJob } from '~/imports/rows/message';
import { tenancyFields } from '~/users/import-fields';
import { readImport } from '../../support/read-rows';
import { writeWorkbook } from '../../support/sheet-files';

const FIELDS = namesOf(tenancyFields);

/** The field of each heading; "" is not read. */
const fieldsOf = (...headings: string[]) =>
  matchHeadings('tenancy', headings).columns.map(({ column }) => column?.field ?? '');
const read = (text: string, job?: Partial<ReadingJob>) => readImport('tenancy', text, job);

describe('headings of other programs', () => {
  it.each([
    [
      'Vorname;Nachname;E-Mail;Telefon;Liegenschaft;Wohnungsnummer;Rolle;Einzug;Auszug;Bemerkung',
      FIELDS,
    ],
    [
      "Prénom;Nom;Courriel;Téléphone;Immeuble;N° de l'appartement;Fonction;Entrée;Sortie;Remarques",
      FIELDS,
    ],
    ['Nome;Cognome;E-mail;Cellulare;Stabile;Appartamento;Ruolo;Entrata;Uscita;Nota', FIELDS],
    ['Name;Vorname;Mietbeginn;Mietende', ['last_name', 'first_name', 'since', 'until']],
    ['Mieter;Mobil;Whg.-Nr.;von;bis', ['last_name', 'phone', 'apartment_id', 'since', 'until']],
    [
      'Nom du locataire;Logement;Début du bail;Fin du bail',
      ['last_name', 'apartment_id', 'since', 'until'],
    ],
    ['Eigentümer;Seit', ['last_name', 'since']],
    ['Name;Mieter;Vermieter', ['last_name', '', '']],
    ['Inquilino;Data di entrata;Data di uscita', ['last_name', 'since', 'until']],
    ['Tenant name;Move-in date;Move-out date', ['last_name', 'since', 'until']],
    ['Straße;EGID;Nettomiete', ['', '', '']],
  ])('%s', (headings, fields) => {
    expect(fieldsOf(...headings.split(';'))).toEqual(fields);
  });

  it('the column of the names may say the role, where there is a building and no column for it', async () => {
    const roles = async (text: string) => (await read(text)).valid.map(({ role }) => role);
    expect(await roles('Mieter;Liegenschaft;Wohnung\nAnna;Seeblick;1\n')).toEqual(['renter']);
    expect(await roles('Nom du propriétaire;Immeuble;Appart.\nAnna;Lac;1\n')).toEqual(['owner']);
    expect(await roles('Mieter;Liegenschaft;Wohnung;Rolle\nAnna;Lac;1;owner\n')).toEqual(['owner']);
    expect(await roles('Mieter;Telefon\nAnna;079\n')).toEqual([null]);
    const { valid } = await read('Mieterin;Wohnung\nAnna;1\n', { condoId: 7 });
    expect(valid).toMatchObject([{ role: 'renter', condo_id: 7 }]);
  });

  it('a file without a name or an e-mail address lacks the names', async () => {
    const { rejected } = await read('Telefon;Wohnung\n079;1\n');
    expect(rejected).toEqual([
      'The file has no column "last_name" (Last Name). Row 1 names: "Telefon", "Wohnung"',
    ]);
  });

  it('a title that is a word for people is none', () => {
    const rows = ['Mieter', 'Stand: 1.7.2026', 'Name;Vorname;Wohnung', 'Muster;Anna;3'].map(
      (line, index) => ({ number: index + 1, cells: line.split(';') }),
    );
    expect(findHeadings({ type: 'tenancy' }, rows)?.row.number).toBe(3);
  });
});

it('a row of an apartment without anybody creates no person of that name', async () => {
  const nobody = [
    'Leerstand|vacant|-|k. A.|Leerwohnung|zu vermieten|N.N.|N. N.|vacante|non loué|(leer)|à louer',
    'Leerstand ab 1.5.|*** VAKANT ***|sfitto dal 1.5.2026|Leerstand ab sofort|unbewohnt|Not let',
    'frei|(frei)|*** FREI ***|Frei ab 1.5.|frei 1.5.2026|Libre dès le 1.7.|libero dal 1.5.|verfügbar',
    'Frei ab sofort|Libre de suite|available|disponible',
  ].flatMap((names) => names.split('|'));
  const people = [
    'Frei',
    'FREI',
    'Frei Abel',
    'Libero',
    'Libre Da Silva',
    'Freitag 1',
    'Leermann',
    'Vide-Martin',
    'N. Nater',
    'Leer Anna',
    'Vuotto',
  ];
  const { valid, rejected } = await read(`Mieter\n${[...nobody, ...people].join('\n')}\n`);
  expect(valid.map(({ last_name }) => last_name)).toEqual(people);
  expect(rejected).toHaveLength(nobody.length);
  expect(rejected[0]).toBe('Mieter "Leerstand": Leerstand is no value: leave this empty');
});

it('a name that is a word for nobody as well is one beside another name', async () => {
  const words = fc.constantFrom('X', 'Ka', 'Leer', 'Na', 'Nil', 'Null', 'Offen', 'Vide');
  const none = fc.constantFrom('-', 'NULL', 'unbekannt', 'k. A.', 'leer', 'Leerstand', '');
  await fc.assert(
    fc.asyncProperty(words, none, fc.boolean(), async (word, nobody, isFirst) => {
      const lines = [
        ['Anna', word],
        ['Yilmaz', word],
        [nobody, word],
      ].map((pair) => (isFirst ? pair.toReversed() : pair).join(';'));
      const { valid } = await read(['Vorname;Nachname', ...lines].join('\n'));
      expect(valid.map((row) => row[isFirst ? 'first_name' : 'last_name'])).toEqual([word, word]);
    }),
  );
});

it('digits below a heading that says number are one, below id an id', async () => {
  const { valid } = await read('Name;condo_id;Wohnungsnummer;role\nA;7;12;owner\n');
  expect(valid).toMatchObject([{ condo_id: 7, apartment_id: '12' }]);
  expect((await read('Name;condo_id;apartment_id;role\nA;7;12;owner\n')).valid).toMatchObject([
    { condo_id: 7, apartment_id: 12 },
  ]);
});

const words = fc
  .string({
    unit: fc.constantFrom(...Array.from('aZéß\'"-,;|\n=+@ ø中')),
    minLength: 1,
    maxLength: 12,
  })
  // Workbooks take the sign of a formula guard for one (docs/behaviour/exports.md).
  .filter((value) => /[a-zé]/i.test(value) && removeFormulaGuards(value.trim()) === value.trim())
  // The file of the row editor has no guards, and a formula in it has no result.
  .filter((value) => !value.trimStart().startsWith('='));
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const id = fc.integer({ min: 1, max: 2_147_483_647 });
const days = fc
  .record({
    since: fc.integer({ min: 0, max: 108_000 }),
    length: fc.integer({ min: 0, max: 900 }),
    has: fc.constantFrom('since', 'until', 'both', 'none'),
  })
  .map(({ since, length, has }) => ({
    since: has === 'since' || has === 'both' ? addDays('1900-03-01', since) : null,
    until: has === 'until' || has === 'both' ? addDays('1900-03-01', since + length) : null,
  }));
const place = fc
  .record({
    condo_id: id,
    apartment_id: id,
    role: fc.constantFrom('owner', 'renter', 'building_manager'),
    note: optional(words),
    days,
  })
  .map(({ days: { since, until }, note, ...others }) =>
    Object.assign({}, others, { since, until, note }),
  );
const nowhere = fc.constant({
  condo_id: null,
  apartment_id: null,
  role: null,
  since: null,
  until: null,
  note: null,
});
const valid = fc
  .record({
    first_name: optional(words),
    last_name: fc.oneof(words, fc.constant('="7"')),
    email: optional(fc.constantFrom('anna@example.com', "o'hara@example.ch", '+beat@example.com')),
    phone: optional(fc.constantFrom('+41 79 123 45 67', '079 1', '(044) 12-34', "'0041")),
    place: fc.oneof(place, nowhere),
  })
  .map(({ place: where, ...person }) =>
    // As it is stored: trimmed, and null where nothing is left.
    bodySchemaOf(tenancyFields).parse({ ...person, ...where }),
  );

const toCell = (field: string, value: unknown) => {
  const text = readText(value);
  if (typeof value === 'number' || text === null) return text === null ? null : Number(text);
  return field === 'since' || field === 'until' ? new Date(`${text}T00:00:00Z`) : text;
};

describe('a valid row that is written here reads back equal', () => {
  type Rows = ReadonlyArray<Readonly<Record<string, unknown>>>;
  const texts = (rows: Rows) => [
    FIELDS,
    ...rows.map((row) => FIELDS.map((field) => readText(row[field]) ?? '')),
  ];
  const cells = (rows: Rows) => [
    FIELDS,
    ...rows.map((row) => FIELDS.map((field) => toCell(field, row[field]))),
  ];

  it.each([
    ['as the row editor sends it', (rows: Rows) => Buffer.from(toImportCsv(texts(rows)))],
    ['as CSV', (rows: Rows) => Buffer.from(toSpreadsheetCsv(texts(rows), ';'))],
    ['as a workbook', (rows: Rows) => writeWorkbook({ People: cells(rows) }, 'xlsx')],
  ])('%s', async (_, write) => {
    await fc.assert(
      fc.asyncProperty(fc.array(valid, { minLength: 1, maxLength: 5 }), async (rows) => {
        const { valid: given, rejected } = await readImport('tenancy', write(rows));
        expect(rejected).toEqual([]);
        expect(given).toEqual(rows.map((row, index) => ({ row_number: index + 2, ...row })));
      }),
      { numRuns: 60 },
    );
  });
});

describe('who is nobody', () => {
  it.each(
    `Leerstand (Renovation)|leer (Sanierung)|leer - Umbau|vacant (travaux)|Leer, Sanierung|Leerwohnung Nr. 3
    Nachmieter gesucht|reserviert|Umbau|0|123|a@b.ch|xxx|Leerstand Sanierung|noch nicht vermietet|gekündigt
    wird saniert|à relouer|in ristrutturazione|libero dal 1.5.|zur Zeit leer|z.Zt. leer|derzeit nicht vermietet
    Leerstand seit Mai|sfitto (lavori)|vacant: works|empty - works|undefined|NaN`
      .split(/[|\n]/)
      .map((text) => text.trim()),
  )('"%s" is asked back', async (name) => {
    const found = await read(`Name;Telefon\n"${name}";079 1\nAnna Muster;079 2`);
    expect(found.valid).toMatchObject([{ last_name: 'Anna Muster' }]);
    expect(found.rejected.join()).toMatch(/is no value|is no name/);
  });

  it.each([
    'Leer, Anna',
    'Leer Anna',
    'Vide-Meier Eva',
    'Frei Beat',
    'Nan Li',
    'Reserve Max',
    'Studio 54 AG',
  ])('"%s" is somebody', async (name) => {
    const found = await read(`Name;Telefon\n"${name}";079 1`);
    expect(found.valid).toMatchObject([{ last_name: name }]);
  });
});
