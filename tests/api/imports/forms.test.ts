import { describe, expect, it } from 'vitest';
import { apiPerFile } from '../../support/api';
import { aCondo } from '../../support/builders';

const api = apiPerFile();

const MEGABYTE = 1024 * 1024;
type Fields = readonly (readonly [name: string, value: string | Blob])[];

async function post(path: string, fields: Fields) {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  return answerOf(await api.call('POST', path, form));
}

async function answerOf(response: Response): Promise<{ status: number; answer: unknown }> {
  return { status: response.status, answer: await response.json() };
}

const NO_ROWS = { status: 200, answer: { created: 0, errors: [] } };

describe('POST /admin/bulk-create', () => {
  it('takes the rows as a text, as a file and URL-encoded', async () => {
    const file = new File(['[]'], 'rows.json');
    for (const rows of ['[]', file]) {
      const fields = [['type', 'condo'] as const, ['rows', rows] as const];
      expect(await post('/admin/bulk-create', fields)).toEqual(NO_ROWS);
    }
    const type = 'application/x-www-form-urlencoded';
    const encoded = await api.send('POST', '/admin/bulk-create', type, 'type=condo&rows=%5B%5D');
    expect(await answerOf(encoded)).toEqual(NO_ROWS);
  });

  it('uses the first of several values with one name', async () => {
    const fields: Fields = [
      ['type', 'condo'],
      ['rows', '[]'],
      ['rows', 'none'],
      ['type', '-'],
    ];
    expect(await post('/admin/bulk-create', fields)).toEqual(NO_ROWS);
  });

  it('allows long rows, and 1 MB for all other texts together', async () => {
    const long = ' '.repeat(2 * MEGABYTE);
    const fields: Fields = [
      ['type', 'condo'],
      ['rows', `[${long}]`],
    ];
    expect(await post('/admin/bulk-create', fields)).toEqual(NO_ROWS);
    for (const path of ['/admin/bulk-create', '/admin/condos']) {
      expect(await post(path, [...fields, ['sheet', long]])).toMatchObject({
        status: 413,
        answer: { detail: 'The texts of the form are too large: at most 1 MB' },
      });
    }
  });

  it('stops reading a form with more than 1,000 parts', async () => {
    const fields = Array.from({ length: 1_001 }, () => ['type', 'condo'] as const);
    for (const path of ['/admin/bulk-create', '/admin/condos']) {
      expect(await post(path, fields)).toMatchObject({
        status: 413,
        answer: { detail: 'A form has at most 1000 parts' },
      });
    }
  });
});

it('POST /admin/condos uses the last of several values with one name', async () => {
  const fields = Object.entries(aCondo({ name: 'First' }));
  const { status, answer } = await post('/admin/condos', [...fields, ['name', 'Last']]);
  expect(status).toBe(201);
  expect(answer).toMatchObject({ name: 'Last' });
});
