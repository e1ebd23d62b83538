import { getRequest } from '@tanstack/react-start/server';
import type { FormStream } from '~/lib/form-stream.server';
import { readTarget } from '../record-version';
import { requireForm } from '../streamed-form.server';

/** A change of one building. */
export interface CondoUpdate {
  id: number;
  version: string | null;
  form: FormStream;
}

/** Validator of updateCondoFn: the form, and the building's id and version in headers. */
export function condoUpdate(_form: FormData): CondoUpdate {
  return readCondoUpdate(getRequest());
}

/** @throws AppError 422 */
export function readCondoUpdate(request: Request): CondoUpdate {
  return { ...readTarget(request.headers), form: requireForm(request) };
}
