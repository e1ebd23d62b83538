import { fieldsOf, readText } from '~/contract/reading';
import { buildingList, bulkCreation, bulkValidation } from './answers';
import type { WriteContext } from './write-context';
import { describeValue } from './conformity';
import { error, recordsOf } from './walk';

/** bulk-validate of a file with a good and a bad row, and bulk-create of the good one. */
export async function walkBulkChanges({ walk, mark }: WriteContext): Promise<void> {
  const validate = { method: 'POST', path: '/admin/bulk-validate' } as const;
  const name = `Bulk ${mark}`;
  await walk.rejectsStrangers({ ...validate, body: fileForm(name) });
  const validated = await walk.call(
    { ...validate, body: fileForm(name) },
    {
      purpose: 'a good row and one without a name',
      status: [200],
      schema: bulkValidation,
      check: (json) => {
        const { valid_rows: valid, invalid_rows: invalid } = fieldsOf(json);
        return [
          ...(Array.isArray(valid) && valid.length === 1
            ? []
            : [error('$.valid_rows', 'a list of 1', describeValue(valid))]),
          ...(Array.isArray(invalid) && invalid.length === 1
            ? []
            : [error('$.invalid_rows', 'a list of 1', describeValue(invalid))]),
        ];
      },
    },
  );
  const create = { method: 'POST', path: '/admin/bulk-create' } as const;
  if (validated === undefined) {
    return walk.skip(create, 'creates the valid rows', 'there are no valid rows to create');
  }
  const form = () => {
    const body = new FormData();
    body.set('type', 'condo');
    body.set('rows', JSON.stringify(fieldsOf(validated).valid_rows));
    return body;
  };
  await walk.rejectsStrangers({ ...create, body: form() });
  await walk.call(
    { ...create, body: form() },
    {
      purpose: 'creates the valid rows',
      status: '2xx',
      schema: bulkCreation,
      check: (json) => {
        const { created } = fieldsOf(json);
        return created === 1 ? [] : [error('$.created', '1', describeValue(created))];
      },
    },
  );
  const path = `/admin/condos?search=${encodeURIComponent(name)}&sort_by=id&sort_order=asc`;
  await walk.call(
    { method: 'GET', path },
    {
      purpose: 'what was imported',
      status: [200],
      schema: buildingList,
      check: (json) =>
        count(json, name) === 1
          ? []
          : [error('$', `one building named ${name}`, `${count(json, name)} of them`)],
    },
  );
}

function count(json: unknown, name: string): number {
  return recordsOf(json).filter((record) => readText(record.name) === name).length;
}

function fileForm(name: string): FormData {
  const csv = [
    'name,address,city,state,zip_code,country',
    `${name},Prüfweg 2,Zürich,ZH,08002,Switzerland`,
    ',Prüfweg 3,Zürich,ZH,08002,Switzerland',
    '',
  ].join('\r\n');
  const form = new FormData();
  form.set('file', new File([csv], 'condos.csv', { type: 'text/csv' }));
  form.set('type', 'condo');
  return form;
}
