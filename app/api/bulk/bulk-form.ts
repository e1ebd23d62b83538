import type { BulkType } from '~/contract/bulk';
import { readBulkType } from '~/contract/bulk-columns';
import { rowChangeSchema, type RowChange } from '~/contract/bulk-review';
import { IDEMPOTENCY_KEY_LIMIT_CHARS } from '~/contract/bulk-imports';
import {
  HTTP_BAD_REQUEST,
  HTTP_CONTENT_TOO_LARGE,
  HTTP_UNSUPPORTED_MEDIA_TYPE,
} from '~/contract/http-status';
import { z } from '~/contract/zod';
import { parseRecordId } from '~/lib/record-id';
import { ApiError, invalidField } from '../http/api-error';
import type { ApiContext } from '../http/router';
import { FILE_LIMIT_BYTES, FILE_TOO_LARGE_MESSAGE } from '~/sheets/formats/limits';

/** The form of a bulk-validate call. */
export interface ValidateForm {
  type: BulkType;
  file: File;
  sheet: string | undefined;
  columns: Readonly<Record<string, string>> | undefined;
  /** The building of all rows of a file without a column for it. */
  condoId: number | undefined;
  /** An exported file that comes back is not validated: the caller has it reviewed. */
  stopsAtExport: boolean;
}

/** @throws ApiError 400, 413, 415, 422 */
export async function readValidateForm(c: ApiContext): Promise<ValidateForm> {
  const form = await readForm(c);
  const file = form.get('file');
  if (!(file instanceof File)) throw invalidField('file', 'A file is required');
  if (file.size > FILE_LIMIT_BYTES) {
    throw new ApiError(HTTP_CONTENT_TOO_LARGE, FILE_TOO_LARGE_MESSAGE);
  }
  return {
    type: readType(form),
    file,
    sheet: readTextField(form, 'sheet'),
    columns: readColumns(readTextField(form, 'columns')),
    condoId: readCondoId(readTextField(form, 'condo_id')),
    stopsAtExport: readTextField(form, 'review') === 'true',
  };
}

/** The form of a bulk-create call: the rows as unparsed JSON text. */
export interface CreateForm {
  type: BulkType;
  rows: Uint8Array;
  fileName: string | null;
  idempotencyKey: string | null;
}

/** The form of a bulk-apply call: new rows as a create call has them, and changes of stored records. */
export interface ApplyForm extends CreateForm {
  changes: RowChange[];
}

/** @throws ApiError 400, 413, 415, 422 */
export async function readApplyForm(c: ApiContext): Promise<ApplyForm> {
  const form = await readForm(c);
  const text = form.get('changes');
  const changes = parseChanges(typeof text === 'string' ? text : '');
  return { ...(await toCreateForm(c, form)), changes };
}

function parseChanges(text: string): RowChange[] {
  try {
    return z.array(rowChangeSchema).parse(JSON.parse(text));
  } catch {
    throw invalidField('changes', 'must be the JSON text of a list of changes');
  }
}

/** Longest file name that an import record keeps, in characters. */
const FILE_NAME_LIMIT_CHARS = 255;

/** @throws ApiError 400, 413, 415, 422 */
export async function readCreateForm(c: ApiContext): Promise<CreateForm> {
  return toCreateForm(c, await readForm(c));
}

async function toCreateForm(c: ApiContext, form: FormData): Promise<CreateForm> {
  const rows = form.get('rows');
  if (rows === null) throw invalidField('rows', 'The rows are required');
  const bytes =
    typeof rows === 'string' ? Buffer.from(rows, 'utf8') : new Uint8Array(await rows.arrayBuffer());
  return {
    type: readType(form),
    rows: bytes,
    fileName: readFileName(form),
    idempotencyKey: readKey(c.req.header('idempotency-key')),
  };
}

async function readForm(c: ApiContext): Promise<FormData> {
  const type = (c.req.header('content-type') ?? '').toLowerCase();
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/.test(type)) {
    throw new ApiError(HTTP_UNSUPPORTED_MEDIA_TYPE, 'Send the body as multipart/form-data');
  }
  try {
    return await c.req.formData();
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw new ApiError(HTTP_BAD_REQUEST, 'Malformed multipart request body');
  }
}

function readType(form: FormData): BulkType {
  const name = readTextField(form, 'type');
  const type = name === undefined ? null : readBulkType(name);
  if (type) return type;
  throw invalidField('type', 'must be one of condo, apartment, user_invite');
}

function readTextField(form: FormData, name: string): string | undefined {
  const value = form.get(name);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** @throws ApiError 422 for what no file is called and no database keeps */
function readFileName(form: FormData): string | null {
  const name = readTextField(form, 'file_name');
  if (name?.includes('\0')) throw invalidField('file_name', 'must not contain NUL characters');
  return name?.slice(0, FILE_NAME_LIMIT_CHARS) ?? null;
}

const columnsSchema = z.record(z.string().max(1_000), z.string().max(100));

function readColumns(text: string | undefined): ValidateForm['columns'] {
  if (text === undefined) return undefined;
  try {
    return columnsSchema.parse(JSON.parse(text));
  } catch {
    throw invalidField('columns', 'must be a JSON object from heading to field');
  }
}

function readCondoId(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const id = parseRecordId(text);
  if (id === null) throw invalidField('condo_id', 'must be the id of a building');
  return id;
}

function readKey(header: string | undefined): string | null {
  const key = header?.trim() ?? '';
  if (key === '') return null;
  if (key.length <= IDEMPOTENCY_KEY_LIMIT_CHARS && /^[\x21-\x7e]+$/.test(key)) return key;
  throw invalidField('Idempotency-Key', 'must be at most 200 characters without spaces');
}
