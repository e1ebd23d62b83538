import {
  BULK_TYPES,
  BY_KEY,
  DELIMITERS,
  ENCODINGS,
  type BulkType,
  rowChangeSchema,
  type RowChange,
} from '~/imports/schema';
import { readBulkType } from '~/imports/bulk-columns';
import { HTTP_CONTENT_TOO_LARGE, HTTP_UNSUPPORTED_MEDIA_TYPE } from '~/rpc/errors/http-status';
import { bulkTypeOf, EDITED_TYPES, readEditedType, type EditedType } from '~/imports/row-error';
import { sentence, type AnySentence, type PlainCode } from '~/language/sentence';
import { z } from '~/fields/zod';
import { textOf } from '~/platform/http/read-form.server';
import { parseRecordId } from '~/fields/fields';
import { SHORT_TEXT_LIMIT_CHARS } from '~/fields/limits';
import { FILE_LIMIT_BYTES, FILE_TOO_LARGE } from '~/imports/formats/sheet-row';
import type { ReadingJob } from '~/imports/rows/message';
import { ApiError, invalidField } from '~/rpc/embedded/api-error';
import { readParts, readTexts } from '~/rpc/embedded/body';
import { readKey } from '~/rpc/embedded/once';
import type { ApiContext } from '~/rpc/embedded/router';

/** The form of a bulk-validate or a bulk-review call: a file, and the choices of how to read it. */
export interface FileForm<Type> extends Omit<ReadingJob, 'input' | 'review' | 'type'> {
  type: Type;
  file: readonly Uint8Array[];
  /** True if an exported file is not validated, because the caller will have it reviewed. */
  stopsAtExport: boolean;
}

/** The form of a bulk-create or a bulk-apply call. */
export interface SubmitForm {
  type: BulkType;
  /** The new rows as unparsed JSON text. */
  rows: readonly Uint8Array[];
  /** The changes of stored records that a bulk-apply call makes before it creates rows. */
  changes?: { type: EditedType; list: RowChange[] };
  fileName: string | null;
  reason: string | null;
  idempotencyKey: string | null;
  /** When the mails of invitations leave: at once, later (after the time for Undo), or never. */
  mails: 'now' | 'later' | 'none';
}

/** Reads the form of a file. @throws ApiError 400, 413, 415, 422 */
export async function readFileForm<Type>(
  c: ApiContext,
  typeOf: (form: BulkForm) => Type,
): Promise<FileForm<Type>> {
  const form = await readForm(c);
  const file = form.part('file');
  if (!file?.isFile) throw invalidField('file', 'file_required');
  if (file.size > FILE_LIMIT_BYTES) throw new ApiError(HTTP_CONTENT_TOO_LARGE, FILE_TOO_LARGE);
  const columns = form.text('columns');
  return {
    file: file.pieces,
    sheet: form.text('sheet'),
    encoding: readOption(form, 'encoding', ENCODINGS),
    delimiter: readOption(form, 'delimiter', DELIMITERS),
    headingRow: readPositive(form, 'heading_row', 'not_a_row'),
    columns:
      columns === undefined
        ? undefined
        : parseJson(columnsSchema, columns, 'columns', 'columns_malformed'),
    condoId: readPositive(form, 'condo_id', 'not_a_building'),
    isEdited: form.text('edited') === 'true',
    byKey: readOption(form, 'by_key', BY_KEY),
    stopsAtExport: form.text('review') === 'true',
    type: typeOf(form),
  };
}

/** Reads the form of rows. @throws ApiError 400, 413, 415, 422 */
export async function readSubmitForm(
  c: ApiContext,
  { hasChanges = false } = {},
): Promise<SubmitForm> {
  const form = await readForm(c);
  const rows = form.part('rows');
  if (!rows) throw invalidField('rows', 'rows_required');
  const edited = hasChanges ? readEdited(form) : null;
  return {
    type: edited ? bulkTypeOf(edited) : readType(form),
    rows: rows.pieces,
    fileName: readName(form, 'file_name'),
    reason: readName(form, 'reason'),
    idempotencyKey: readKey(c),
    mails: readMails(form),
    ...(edited && { changes: { list: readChanges(form), type: edited } }),
  };
}

function readMails(form: BulkForm): SubmitForm['mails'] {
  const isLater = readOption(form, 'source', ['invitations']) !== undefined;
  return readOption(form, 'mail', ['none']) ?? (isLater ? 'later' : 'now');
}

type BulkForm = Awaited<ReturnType<typeof readForm>>;

/** Texts that are read on demand, since they may be as long as the whole form. */
const LONG_TEXTS = new Set(['rows', 'changes']);

async function readForm(c: ApiContext) {
  const type = (c.req.header('content-type') ?? '').toLowerCase();
  if (!/^(?:multipart\/form-data|application\/x-www-form-urlencoded)\b/.test(type)) {
    throw new ApiError(HTTP_UNSUPPORTED_MEDIA_TYPE, 'form_type');
  }
  // The first of several parts with the same name counts.
  const parts = new Map((await readParts(c)).toReversed().map((part) => [part.name, part]));
  const texts = new Map(readTexts([...parts.values()].filter(({ name }) => !LONG_TEXTS.has(name))));
  return {
    part: (name: string) => parts.get(name),
    /** Returns a text; undefined if it is empty. */
    text: (name: string) => texts.get(name) || undefined,
  };
}

export function readType(form: BulkForm): BulkType {
  const type = readBulkType(form.text('type') ?? '');
  if (type) return type;
  throw invalidField('type', sentence('not_one_of', { options: BULK_TYPES.join(', ') }));
}

function readOption<T extends string>(
  form: BulkForm,
  field: string,
  options: readonly T[],
): T | undefined {
  const text = form.text(field);
  const option = options.find((one) => one === text);
  if (text === undefined || option !== undefined) return option;
  throw invalidField(field, sentence('not_one_of', { options: options.join(', ') }));
}

function readPositive(form: BulkForm, field: string, why: PlainCode): number | undefined {
  const text = form.text(field);
  if (text === undefined) return undefined;
  const number = parseRecordId(text);
  if (number === null) throw invalidField(field, why);
  return number;
}

export function readEdited(form: BulkForm): EditedType {
  const name = form.text('type') ?? '';
  const type = readEditedType(readBulkType(name) ?? name);
  if (type) return type;
  throw invalidField('type', sentence('not_one_of', { options: EDITED_TYPES.join(', ') }));
}

/**
 * Reads a short text, cut to the stored length.
 * @throws ApiError 422 for characters that no database stores
 */
function readName(form: BulkForm, field: 'file_name' | 'reason'): string | null {
  const name = form.text(field);
  if (name?.includes('\0')) throw invalidField(field, 'nul_in_name');
  return name?.slice(0, SHORT_TEXT_LIMIT_CHARS).toWellFormed() ?? null;
}

function readChanges(form: BulkForm): RowChange[] {
  const part = form.part('changes');
  const text = part && !part.isFile ? textOf(part) : '';
  return parseJson(rowChangeSchema.array(), text, 'changes', 'changes_malformed');
}

const columnsSchema = z.record(z.string().max(1_000), z.string().max(100));

function parseJson<T>(schema: z.ZodType<T>, text: string, field: string, why: AnySentence): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch {
    throw invalidField(field, why);
  }
}
