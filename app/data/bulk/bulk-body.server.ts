import { BULK_TYPES, type BulkType } from '~/contract/bulk';
import { IDEMPOTENCY_KEY_LIMIT_CHARS } from '~/contract/bulk-imports';
import { AppError } from '~/lib/app-error';

/** The body of the wire contract, and fields that only the embedded API knows. */
export interface BulkBody {
  body: FormData;
  own: Readonly<Record<string, string>>;
}

/** Validator of validateBulkFn: the file and its type; only the embedded API knows sheet and columns. */
export function checkedValidateBody(input: unknown): BulkBody {
  const form = requireForm(input);
  const file = form.get('file');
  if (!(file instanceof File)) throw new AppError({ status: 422, detail: 'A file is required' });
  const body = new FormData();
  body.set('file', file);
  body.set('type', readType(form));
  return { body, own: readTexts(form, ['sheet', 'columns']) };
}

/** Validator of createBulkFn: the rows stay unparsed text. `key` becomes the Idempotency-Key header. */
export function checkedCreateBody(input: unknown): BulkBody & { key: string | null } {
  const form = requireForm(input);
  const rows = form.get('rows');
  if (typeof rows !== 'string') throw new AppError({ status: 422, detail: 'Rows are required' });
  const body = new FormData();
  body.set('type', readType(form));
  body.set('rows', rows);
  const { key } = readTexts(form, ['key']);
  const own = readTexts(form, ['file_name']);
  return { body, own, key: key === undefined ? null : checkedKey(key) };
}

/** An Idempotency-Key in our own format. @throws AppError 422 */
export function checkedKey(key: unknown): string {
  const usable =
    typeof key === 'string' && key.length <= IDEMPOTENCY_KEY_LIMIT_CHARS && /^[\w-]+$/.test(key);
  if (usable) return key;
  throw new AppError({ status: 422, detail: 'The key of the import is not valid' });
}

function requireForm(input: unknown): FormData {
  if (input instanceof FormData) return input;
  throw new AppError({ status: 422, detail: 'A form was expected' });
}

function readType(form: FormData): BulkType {
  const given = form.get('type');
  const type = BULK_TYPES.find((known) => known === given);
  if (type) return type;
  throw new AppError({ status: 422, detail: 'Unknown upload type' });
}

function readTexts(form: FormData, names: readonly string[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const name of names) {
    const value = form.get(name);
    if (typeof value === 'string' && value !== '') texts[name] = value;
  }
  return texts;
}
