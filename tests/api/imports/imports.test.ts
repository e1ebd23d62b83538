import { beforeEach, describe, expect, it } from 'vitest';
import { bulkImports } from '~/platform/database/schema/bulk';
import { bulkProgressSchema, bulkUndoSchema } from '~/imports/schema';
import { apartments } from '~/platform/database/schema/records';
import { apiPerTest, createRequest, insertUser } from '../../support/api';
import { create, holdApartments, newestImport, postRows } from '../../support/bulk';
import { must } from '../../support/must';
import { formOf } from '../../support/form-of';
import { insertApartment, insertAssociation, insertCondo } from '../../support/places';

const api = apiPerTest();
let condo: number;
beforeEach(async () => {
  condo = await insertCondo(api.db, 'Lac');
});

const units = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    condo_id: condo,
    apartment_number: `U${index}`,
  }));
const submit = async (key: string, rows: readonly unknown[], type = 'apartment') => {
  const response = await postRows(api, type, JSON.stringify(rows), { 'idempotency-key': key });
  const body: unknown = await response.json();
  return { status: response.status, body };
};
const progress = async (key: string) => {
  const response = await api.call('GET', `/admin/bulk-imports/progress/${key}`);
  return response.status === 200 ? bulkProgressSchema.parse(await response.json()) : null;
};
const WAIT = { timeout: 60_000 };
const untilRunning = (key: string) =>
  expect.poll(async () => (await progress(key))?.state, WAIT).toBe('running');
async function undo(id?: number) {
  const number = id ?? (await newestImport(api)).id;
  const response = await api.call('POST', `/admin/bulk-imports/${number}/undo`);
  return response.status === 200 ? bulkUndoSchema.parse(await response.json()) : response.status;
}

const anyId: unknown = expect.any(Number);

describe('Idempotency-Key', () => {
  it('answers a repeated submit with the first result and creates nothing', async () => {
    const first = await submit('key-1', units(3));
    expect(first).toEqual({ status: 200, body: { created: 3, errors: [] } });
    expect(await submit('key-1', units(3))).toEqual(first);
    expect(await api.db.$count(apartments)).toBe(3);
    expect(await api.db.$count(bulkImports)).toBe(1);
    expect(await progress('key-1')).toEqual({
      state: 'finished',
      result: { created: 3, errors: [], import_id: anyId },
    });
  });

  it('rejects the key for other rows', async () => {
    await submit('key-1', units(1));
    expect((await submit('key-1', units(2))).status).toBe(422);
  });

  it("is the caller's own", async () => {
    await submit('key-1', units(1));
    const { read } = await api.administrator();
    const path = '/admin/bulk-imports/progress/key-1';
    expect(await read(bulkProgressSchema, 'GET', path)).toEqual({ state: 'unknown' });
  });

  it('lets a rejected submit be repeated once its cause is gone', async () => {
    const blocker = await insertApartment(api.db, condo, 'u0');
    expect((await submit('key-1', units(2))).body).toMatchObject({ created: 0 });
    await api.call('DELETE', `/admin/apartments/${blocker}`);
    expect((await submit('key-1', units(2))).body).toEqual({ created: 2, errors: [] });
  });

  it('lets a submit that is sent again in the meantime wait for the same result', async () => {
    const release = await holdApartments(api);
    const first = submit('key-1', units(3));
    // Which of several sent at once comes first is anyone's guess.
    await untilRunning('key-1');
    const again = [submit('key-1', units(3)), submit('key-1', units(2))];
    await release();
    const answers = await Promise.all([first, ...again]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 422]);
    expect(answers[1]).toEqual(answers[0]);
    expect(await api.db.$count(apartments)).toBe(3);
  });

  it('outlives its connection', async () => {
    const form = formOf({ type: 'apartment', rows: JSON.stringify(units(20)) });
    const request = createRequest('POST', '/admin/bulk-create', form, api.token);
    request.headers.set('idempotency-key', 'gone');
    const controller = new AbortController();
    const release = await holdApartments(api);
    const sent = api.fetch(new Request(request, { signal: controller.signal }));
    await untilRunning('gone');
    controller.abort();
    await release();
    await sent.catch(() => null);
    const body = { created: 20, errors: [] };
    expect(await submit('gone', units(20))).toEqual({ status: 200, body });
    expect(await api.db.$count(apartments)).toBe(20);
  });
});

describe('cancel', () => {
  it('leaves nothing behind', async () => {
    const release = await holdApartments(api);
    const sent = submit('key-1', units(20));
    await expect.poll(() => progress('key-1'), WAIT).toMatchObject({ state: 'running', done: 20 });
    expect((await api.call('DELETE', '/admin/bulk-imports/progress/key-1')).status).toBe(204);
    await release();
    expect((await sent).status).toBe(409);
    expect(await api.db.$count(apartments)).toBe(0);
    expect(await api.db.$count(bulkImports)).toBe(0);
    expect(await progress('key-1')).toMatchObject({
      state: 'failed',
      detail: 'The import was cancelled. Nothing was created',
    });
    expect((await submit('key-1', units(20))).body).toEqual({ created: 20, errors: [] });
  });

  it('knows no import that does not run', async () => {
    expect((await api.call('DELETE', '/admin/bulk-imports/progress/none')).status).toBe(404);
  });
});

describe('import records and undo', () => {
  it('lists who created what', async () => {
    const what = { type: 'apartment', file_name: 'units.xlsx' };
    const form = formOf({ ...what, rows: JSON.stringify(units(2)) });
    const response = await api.call('POST', '/admin/bulk-create', form);
    const record = await newestImport(api);
    expect(record).toMatchObject({ ...what, created: 2, undone_at: null });
    // A file's name is no part of the wire contract, and neither is the id in its answer.
    expect(await response.json()).toEqual({ created: 2, errors: [], import_id: record.id });
    expect(record.created_by).toContain('@');
  });

  it('removes apartments but those with people, once', async () => {
    await create(api, 'apartment', units(3));
    const [first] = await api.db.select().from(apartments).limit(1);
    const { id } = must(first, 'first apartment');
    const user_id = await insertUser(api.db);
    await insertAssociation(api.db, { user_id, condo_id: condo, apartment_id: id });
    const reason = 'Users are associated with it';
    const kept = [{ id, name: 'U0, Lac', reason, removable: false }];
    expect(await undo()).toMatchObject({ removed: 2, kept });
    expect(await api.db.$count(apartments)).toBe(1);
    const undone = await newestImport(api);
    expect(undone.removed).toBe(2);
    expect(undone.undone_at).not.toBeNull();
    expect(await undo()).toBe(409);
    expect(await undo(999)).toBe(404);
  });
});
