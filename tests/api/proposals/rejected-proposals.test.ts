import { describe, expect, it } from 'vitest';
import { proposals as proposalTable } from '~/platform/database/schema/proposals';
import { errorOf, fieldError, rejectionOf, statusesOf } from '../../support/api';
import { aCondo } from '../../support/builders';
import { DAY_MS, PATH, proposalDesk, type Row } from './proposal-desk';

const { time, api, send, proposed, apply, applied, list, aBuilding, anApartment, aToken } =
  proposalDesk();

const rejectedRow = async (kind: string, row: Row, field: string, message: string) =>
  expect(await errorOf(send(kind, [row]))).toEqual(fieldError(`rows.0${field}`, message));

describe('is rejected by naming row and field:', () => {
  it('unknown kinds, keys, fields and records', async () => {
    const alpha = await aBuilding();
    expect(await errorOf(send('tenancy', [{ values: {} }]))).toMatchObject({
      status: 422,
      errors: [{ field: 'kind' }],
    });
    const more = { ...alpha, values: { name: 'x' }, other: 1 };
    expect(await errorOf(send('condo', [more]))).toMatchObject({
      status: 422,
      errors: [{ field: 'rows.0' }],
    });
    for (const name of ['image_url', 'id', 'created_at', 'rights', 'constructor']) {
      const values = { [name]: 'x' };
      await rejectedRow(
        'condo',
        { ...alpha, values },
        `.values.${name}`,
        'is no field that can be proposed',
      );
    }
    const unknown = { ...alpha, id: 4_711, values: { name: 'x' } };
    const notFound = 'there is no such record, or nobody may propose a change of it';
    await rejectedRow('condo', unknown, '.id', notFound);
    expect(await list()).toEqual([]);
  });

  it('invalid values, by the rules of the forms', async () => {
    const alpha = await aBuilding();
    const unnamed = await errorOf(send('condo', [{ ...alpha, values: { name: ' ' } }]));
    expect(unnamed).toEqual(fieldError('rows.0.values.name', 'Building Name is required'));
    for (const [field, value] of [
      ['name', null],
      ['website', 'javascript:alert(1)'],
      ['number_of_units', 0],
      ['date_built', '2026-02-30'],
    ] as const) {
      const answer = await errorOf(send('condo', [{ ...alpha, values: { [field]: value } }]));
      expect(answer).toMatchObject({ status: 422, errors: [{ field: `rows.0.values.${field}` }] });
    }
    expect(await errorOf(send('condo', [{ values: { name: 'Alone' } }]))).toMatchObject({
      status: 422,
      errors: ['address', 'city', 'state', 'zip_code', 'country'].map((name) => ({
        field: `rows.0.values.${name}`,
      })),
    });
    expect((await send('condo', [{ ...alpha, values: { name: ['x'] } }])).status).toBe(422);
    expect((await send('condo', [{ ...alpha, values: { name: 'a\0b' } }])).status).toBe(422);
  });

  it('rows without what they need', async () => {
    const alpha = await aBuilding();
    const unnamed = 'a change needs the id and the version of its record';
    await rejectedRow(
      'condo',
      { ...alpha, version: '', values: { name: 'x' } },
      '.version',
      unnamed,
    );
    await rejectedRow(
      'condo',
      { action: 'change', version: alpha.version, values: { name: 'x' } },
      '.id',
      unnamed,
    );
    await rejectedRow(
      'condo',
      { action: 'create', ...alpha, values: aCondo() },
      '.id',
      'a new record has neither id nor version',
    );
    await rejectedRow('condo', { ...alpha, values: {} }, '.values', 'at least one value is needed');
    for (const body of [{ rows: [] }, { reason: ' ' }, { reason: 'x'.repeat(1_001) }]) {
      const whole = {
        kind: 'condo',
        reason: 'Why',
        rows: [{ action: 'create', values: aCondo() }],
      };
      expect((await api.call('POST', PATH, { ...whole, ...body })).status).toBe(422);
    }
  });

  it('one record twice, new ones that exist, and buildings that do not', async () => {
    const alpha = await aBuilding({ name: 'Alpha' });
    const values = { city: 'Chur' };
    const twice = await errorOf(
      send('condo', [
        { ...alpha, values },
        { ...alpha, values },
      ]),
    );
    expect(twice).toEqual(fieldError('rows.1.id', 'row 0 is about the same record'));
    const same = aCondo({ name: 'Twin' });
    expect(await errorOf(send('condo', [{ values: same }, { values: same }]))).toMatchObject({
      status: 422,
      errors: [{ field: 'rows.1.values.name' }],
    });
    const home = await anApartment(alpha.id, '1');
    for (const row of [
      { values: { condo_id: 4_711, apartment_number: '2' } },
      { ...home, values: { condo_id: 4_711 } },
    ])
      expect(await errorOf(send('apartment', [row]))).toMatchObject({
        status: 422,
        errors: [{ field: 'rows.0.values.condo_id', message: 'there is no building with this id' }],
      });
    const taken = { values: { condo_id: alpha.id, apartment_number: '1' } };
    expect(await errorOf(send('apartment', [taken]))).toMatchObject({
      status: 422,
      errors: [{ field: 'rows.0.values.apartment_number' }],
    });
  });

  it('what is edited before it is applied, and rows that are not there', async () => {
    const made = await proposed('condo', [{ values: aCondo() }]);
    const { version } = made;
    for (const [rows, field] of [
      [[{ row: 0, values: { name: '' } }], 'rows.0.values.name'],
      [[{ row: 0, values: { is_superuser: true } }], 'rows.0.values.is_superuser'],
      [[{ row: 1 }], 'rows.1'],
      [[{ row: 0 }, { row: 0 }], 'rows.0'],
    ] as const)
      expect(await errorOf(apply(made.id, { version, rows }))).toMatchObject({
        status: 422,
        errors: [{ field }],
      });
    for (const body of [{}, { version, rows: [] }, { version, other: 1 }])
      expect((await apply(made.id, body)).status).toBe(422);
    expect(await list('?status=open')).toHaveLength(1);
  });
});

const rows = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => ({
    values: aCondo({ name: `N${from + index}` }),
  }));

describe('limits', () => {
  it('50 open ones of an account, also at once, whichever token they come by', async () => {
    const row = {
      kind: 'condo',
      reason: 'Why',
      created_by: api.adminId,
      expires_at: new Date(time.now.getTime() + DAY_MS),
    } as const;
    await api.db.insert(proposalTable).values(Array.from({ length: 49 }, () => row));
    const script = await aToken(api.adminId);
    const calls = [
      send('condo', [{ values: aCondo() }]),
      send('condo', [{ values: aCondo({ name: 'B' }) }], script),
    ];
    expect(await statusesOf(calls)).toEqual([201, 429]);
    expect(await rejectionOf(send('condo', [{ values: aCondo() }]))).toBe(
      '429 You have 50 open proposals. Wait until some of them have been applied or rejected.',
    );
    const other = await api.administrator();
    expect((await send('condo', [{ values: aCondo() }], other)).status).toBe(201);
    time.now = new Date(time.now.getTime() + DAY_MS);
    expect((await send('condo', [{ values: aCondo({ name: 'C' }) }])).status).toBe(201);
  });

  it('10,000 rows in the open ones of an account', async () => {
    const full =
      '429 Your open proposals have at most 10,000 rows together. Wait until some of them have been applied or rejected.';
    expect(await rejectionOf(send('condo', rows(0, 10_001)))).toBe(full);
    const made = await proposed('condo', rows(0, 9_999));
    expect(await rejectionOf(send('condo', rows(9_999, 10_001)))).toBe(full);
    await proposed('condo', rows(9_999, 10_000));
    expect(await applied(made.id, { version: made.version })).toMatchObject({ created: 9_999 });
    await proposed('condo', rows(10_001, 10_002));
  }, 60_000);

  it('10 MB of a call', async () => {
    const values = aCondo({ description: 'x'.repeat(10 * 1024 * 1024) });
    expect((await send('condo', [{ values }])).status).toBe(413);
  });
});
