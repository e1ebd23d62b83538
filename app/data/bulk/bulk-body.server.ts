import { BULK_TYPES, type BulkType } from '~/contract/bulk';
import { AppError } from '~/lib/app-error';

/** Validator of validateBulkFn: what goes to the API is the file and the type, nothing else. */
export function checkedValidateBody(input: unknown): FormData {
  const form = requireForm(input);
  const file = form.get('file');
  if (!(file instanceof File)) throw new AppError({ status: 422, detail: 'A file is required' });
  const body = new FormData();
  body.set('file', file);
  body.set('type', readType(form));
  return body;
}

/** Validator of createBulkFn: the rows stay the text they are. */
export function checkedCreateBody(input: unknown): FormData {
  const form = requireForm(input);
  const rows = form.get('rows');
  if (typeof rows !== 'string') throw new AppError({ status: 422, detail: 'Rows are required' });
  const body = new FormData();
  body.set('type', readType(form));
  body.set('rows', rows);
  return body;
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
