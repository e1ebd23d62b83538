import { describe, expect, it } from 'vitest';
import { readBulkValidation } from '~/imports/bulk-reading';
import { labelHeadings, toEditedFile, type Edits } from '~/imports/screens/bulk-files';
import { editedFields } from '~/imports/screens/import-state';
import { suggestionsOf } from '~/imports/screens/suggestions';
import type { BulkType } from '~/imports/schema';
import { answered } from '../../support/answered';

type Row = Readonly<Record<string, unknown>>;
/** A field at fault, or one with the value that the API proposes for it. */
type Fault = string | [field: string, code: string, value: string];

const errorOf = (fault: Fault) => {
  if (typeof fault === 'string') return { field: fault, message: 'x' };
  const [field, code, value] = fault;
  return { field, message: 'x', code, params: { value } };
};

/** A validation as the API answers it: columns by heading, and invalid rows with the fields at fault. */
async function validated(
  type: BulkType,
  columns: Readonly<Record<string, string>>,
  valid_rows: readonly Row[],
  invalid: ReadonlyArray<[Row, ...Fault[]]>,
) {
  const answer = {
    valid_rows,
    invalid_rows: invalid.map(([row, ...faults]) => ({
      row,
      error: 'x',
      errors: faults.map(errorOf),
    })),
    reading: {
      source: { format: 'CSV' },
      columns: Object.entries(columns).map(([heading, field]) => ({ heading, field })),
    },
  };
  return { ...(await readBulkValidation(answered(answer))), type, fileName: 'x.csv', key: 'x' };
}

/** The edits of each suggestion, by kind and field: row, field, text. */
function suggested(validation: Awaited<ReturnType<typeof validated>>, edits: Edits = new Map()) {
  const fields = editedFields(validation);
  return Object.fromEntries(
    suggestionsOf(validation, edits).map(({ kind, field, changes }) => [
      `${kind} ${field}`,
      changes.map(({ row, column, text }) => [row, fields[column], text]),
    ]),
  );
}

describe('edits of all rows with one press', () => {
  it('puts a floor into the notes, behind what is there', async () => {
    const columns = { Gebäude: 'condo_id', Nummer: 'apartment_number', Etage: 'floor_number' };
    const validation = await validated(
      'apartment',
      columns,
      [],
      [
        [{ row_number: 2, condo_id: 'A', floor_number: 'EG', notes: 'Garten' }, 'floor_number'],
        [{ row_number: 3, condo_id: 'A', floor_number: 2 }, 'apartment_number'],
        [{ row_number: 4, condo_id: 'A', floor_number: 'UG' }, 'floor_number'],
      ],
    );
    expect(suggested(validation)).toEqual({
      'notes floor_number': [
        [0, 'floor_number', ''],
        [0, 'notes', 'Garten; Etage: EG'],
        [2, 'floor_number', ''],
        [2, 'notes', 'Etage: UG'],
      ],
      'leaveOut floor_number': [
        [0, 'floor_number', ''],
        [2, 'floor_number', ''],
      ],
    });
    // A row that was edited by hand is no longer part of it.
    const edited = suggested(validation, new Map([[0, { floor_number: '1' }]]));
    expect(edited['notes floor_number']).toEqual([
      [2, 'floor_number', ''],
      [2, 'notes', 'Etage: UG'],
    ]);
  });

  it('fills a building down as the API says what the row above has', async () => {
    const columns = { Gebäude: 'condo_id', Nummer: 'apartment_number' };
    const validation = await validated(
      'apartment',
      columns,
      [],
      [
        [
          { row_number: 3, apartment_number: '22' },
          'condo_id',
          ['condo_id', 'row_above', 'Haus elf'],
        ],
        [{ row_number: 4, condo_id: 'Nowhere', apartment_number: '1' }, 'condo_id'],
      ],
    );
    expect(suggested(validation)).toEqual({
      'fillDown condo_id': [[0, 'condo_id', 'Haus elf']],
    });
  });

  const address = { Name: 'name', Adresse: 'address', PLZ: 'zip_code', Ort: 'city' };
  const zurich = { name: 'A', address: 'Weg 1', zip_code: '8001', city: 'Zürich' };
  const muri = { name: 'B', address: 'Weg 2', zip_code: '3074', city: 'Muri b. Bern' };
  const swiss: Fault[] = ['country', ['country', 'may_be', 'Switzerland']];

  it('proposes a country and cantons where all else is Swiss', async () => {
    const validation = await validated(
      'condo',
      address,
      [],
      [
        [{ row_number: 2, ...zurich }, 'state', ['state', 'may_be', 'ZH'], ...swiss],
        [{ row_number: 3, ...muri, name: null }, 'name', ['state', 'may_be', 'BE'], ...swiss],
      ],
    );
    expect(suggested(validation)).toEqual({
      'fromAddress name': [[1, 'name', 'Weg 2']],
      'country country': [
        [0, 'country', 'Switzerland'],
        [1, 'country', 'Switzerland'],
      ],
      'canton state': [
        [0, 'state', 'ZH'],
        [1, 'state', 'BE'],
      ],
    });
  });

  it('takes the country of the other rows, in their word', async () => {
    const others = [{ row_number: 2, ...zurich, state: 'ZH', country: 'Suisse' }];
    const rows: Array<[Row, ...Fault[]]> = [[{ row_number: 3, ...muri, state: 'BE' }, ...swiss]];
    expect(suggested(await validated('condo', address, others, rows))).toEqual({
      'country country': [[0, 'country', 'Suisse']],
    });
  });

  it('proposes nothing beside a row of another country, or of none that is known', async () => {
    const known: [Row, ...Fault[]] = [{ row_number: 2, ...zurich }, ...swiss];
    const unknown: [Row, ...Fault[]] = [{ row_number: 3, ...muri, city: 'Wien' }, 'country'];
    expect(suggested(await validated('condo', address, [], [known, unknown]))).toEqual({});
    const austria = [{ row_number: 3, ...muri, country: 'Austria' }];
    expect(suggested(await validated('condo', address, austria, [known]))).toEqual({});
  });
});

it('rows that are sent again keep the meaning of their headings', async () => {
  const columns = { 'E-Mail': 'email', Gebäude: 'condo_id', Wohnungsnummer: 'apartment_id' };
  const valid = [{ row_number: 2, email: 'a@b.ch', condo_id: 7, apartment_id: 3 }];
  const validation = await validated('user_invite', columns, valid, [
    [{ row_number: 3, email: 'c', condo_id: 'Seeblick', apartment_id: '3' }, 'email'],
  ]);
  const file = await toEditedFile(
    validation,
    new Map([[0, { email: 'c@b.ch' }]]),
    editedFields(validation),
    'x.csv',
  );
  expect((await file.text()).replace('\uFEFF', '').split('\r\n')).toEqual([
    '"email","Gebäude","Wohnungsnummer"',
    '"a@b.ch","id 7","id 3"',
    '"c@b.ch","Seeblick","3"',
    '',
  ]);
  expect(labelHeadings(validation.reading)).toEqual({
    Gebäude: 'condo_id',
    Wohnungsnummer: 'apartment_id',
  });
});
