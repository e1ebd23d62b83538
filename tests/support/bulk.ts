import { bulkImportSchema, bulkUndoSchema } from '~/imports/schema';
import { fieldErrorSchema, sentenceShape } from '~/rpc/errors/error';
import { z } from '~/fields/zod';
import { type TestApi } from './api';
import { aCondo } from './builders';
import { openTransaction } from './connections';
import { must } from './must';
import { formOf } from './form-of';

const rowSchema = z.record(z.string(), z.unknown());
/** Each sentence has its code; tests compare the texts. */
const fieldErrors = z.array(
  z
    .strictObject(fieldErrorSchema.shape)
    .transform(({ field, message }): { field: string; message: string } => ({ field, message })),
);
const rowError = { row: rowSchema, error: z.string(), errors: fieldErrors, ...sentenceShape };
const withoutCode = <T extends { code: string; params: object }>({
  code: _code,
  params: _params,
  ...row
}: T) => row;
const validateAnswerSchema = z.object({
  valid_rows: z.array(rowSchema),
  invalid_rows: z.array(z.strictObject(rowError).transform(withoutCode)),
  names: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  unread: z.array(z.string()).optional(),
  reading: z.looseObject({ source: z.looseObject({}).nullable(), columns: z.array(z.unknown()) }),
});
const createAnswerSchema = z.object({
  created: z.int(),
  errors: z.array(
    z
      .strictObject({ ...rowError, row: rowSchema.nullable(), errors: fieldErrors.optional() })
      .transform(withoutCode),
  ),
});

/** Posts a file to bulk-validate. */
export function postFile(
  api: TestApi,
  type: string,
  content: string | Uint8Array<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
): Promise<Response> {
  const form = formOf({ file: new File([content], 'import.csv'), type, ...fields });
  return api.call('POST', '/admin/bulk-validate', form);
}

/** Validates a file that can be read. */
export async function validate(
  api: TestApi,
  type: string,
  content: string | Uint8Array<ArrayBuffer>,
  fields?: Readonly<Record<string, string>>,
) {
  const response = await postFile(api, type, content, fields);
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return validateAnswerSchema.parse(await response.json());
}

/** Posts rows to bulk-create. */
export function postRows(
  api: Pick<TestApi, 'call'>,
  type: string,
  rows: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return api.call('POST', '/admin/bulk-create', formOf({ type, rows }), headers);
}

export async function create(api: TestApi, type: string, rows: readonly unknown[]) {
  const response = await postRows(api, type, JSON.stringify(rows));
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  return createAnswerSchema.parse(await response.json());
}

/** Imports a building of each name. */
export const createCondos = (api: TestApi, ...names: string[]) =>
  create(
    api,
    'condo',
    names.map((name) => aCondo({ name })),
  );

export async function newestImport(api: TestApi) {
  return must(
    (await api.read(bulkImportSchema.array(), 'GET', '/admin/bulk-imports'))[0],
    'import',
  );
}

export async function undoNewest(api: TestApi, query = '') {
  const { id } = await newestImport(api);
  return api.read(bulkUndoSchema, 'POST', `/admin/bulk-imports/${id}/undo${query}`);
}

/** Imports of apartments run and count their rows, but write none until the returned function is called. */
export const holdApartments = ({ database }: TestApi) =>
  openTransaction(database, 'lock table apartments in share mode');
