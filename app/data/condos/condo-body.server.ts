import { condoCreateSchema, condoUpdateSchema } from '~/contract/condo';
import { checkImageFile, CONDO_IMAGE_NAMES } from '~/contract/image';
import { readId } from '~/contract/reading';
import type { FieldError } from '~/contract/error';
import { AppError } from '~/lib/app-error';
import { strongTag } from '../record-version';
import { checkInput } from '../validated';

const ID_FIELD = 'id';
/** The version that the change is based on; left out where the API has none. */
const VERSION_FIELD = 'version';

/** Validator of createCondoFn: the multipart body, checked by the contract's rules (422) before it is sent to the API. */
export function checkedCreateBody(input: unknown): FormData {
  const form = requireForm(input);
  checkInput(condoCreateSchema, texts(form));
  checkImages(form);
  return form;
}

/** A change of one building. */
export interface CondoUpdateBody {
  id: number;
  version: string | null;
  form: FormData;
}

/** Validator of updateCondoFn: the multipart body, with the building in its `id` and `version` fields. */
export function checkedUpdateBody(input: unknown): CondoUpdateBody {
  const form = requireForm(input);
  const id = readId(form.get(ID_FIELD));
  if (id === null) throw new AppError({ status: 422, detail: 'Building id is required' });
  const version = strongTag(form.get(VERSION_FIELD));
  form.delete(ID_FIELD);
  form.delete(VERSION_FIELD);
  checkInput(condoUpdateSchema, texts(form));
  checkImages(form);
  return { id, version, form };
}

function requireForm(input: unknown): FormData {
  if (input instanceof FormData) return input;
  throw new AppError({ status: 422, detail: 'A form was expected' });
}

function texts(form: FormData): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, value] of form) if (typeof value === 'string') result[name] = value;
  return result;
}

function checkImages(form: FormData): void {
  const fields: FieldError[] = [];
  for (const field of CONDO_IMAGE_NAMES) {
    const file = form.get(field);
    const message = file instanceof File ? checkImageFile(field, file) : null;
    if (message) fields.push({ field, message });
  }
  if (fields[0]) throw new AppError({ status: 422, detail: fields[0].message, fields });
}
