import { createServerFn } from '@tanstack/react-start';
import { fieldsOf, readId } from '~/fields/reading';
import type { CallInput, ChangeName, FormName, ReadName } from './calls';
import { withToken } from './middleware';
import { checkCalled, checkForm, passOn, passOnChange } from './perform.server';
import { callHeader, passedTag, readAnswer } from './wire';

/** Serves every declared GET call (rpc/calls.ts). */
export const readFn = createServerFn({ method: 'GET' })
  .middleware([withToken])
  .validator(checkCalled('read'))
  .handler(({ data }) => passOn(data));

/** Serves every other declared call without a form. */
export const changeFn = createServerFn({ method: 'POST' })
  .middleware([withToken])
  .validator(checkCalled('change'))
  .handler(({ data }) => passOnChange(data));

/** Serves every declared call with a form. */
export const formFn = createServerFn({ method: 'POST' })
  .middleware([withToken])
  .validator(checkForm)
  .handler(({ data }) => passOnChange(data));

export interface ReadOptions {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/**
 * Makes a declared call that reads. The answer is returned unread, for the lenient readers of the wire
 * contract.
 */
export function read<Name extends ReadName>(
  call: Name,
  input: CallInput<Name>,
  options: ReadOptions = {},
): Promise<Response> {
  return readFn({ ...options, data: { call, input } });
}

/**
 * The result of a change of the wire contract: the id of a new record, and a record's new version. Each is
 * null if the API does not send it.
 */
export interface Changed {
  id: number | null;
  version: string | null;
}

export async function change<Name extends ChangeName>(
  call: Name,
  input: CallInput<Name>,
): Promise<Changed> {
  return toChanged(await send(call, input));
}

/** Makes a declared call with a form. The answer is returned unread. */
export function sendForm<Name extends FormName>(
  call: Name,
  form: FormData,
  input: CallInput<Name>,
  options: Pick<ReadOptions, 'signal'> = {},
): Promise<Response> {
  return formFn({ ...options, data: form, headers: callHeader({ call, input: { ...input } }) });
}

export async function toChanged(response: Response): Promise<Changed> {
  const { id } = fieldsOf(await readAnswer(response, (answer) => answer));
  return { id: readId(id), version: passedTag(response) };
}

/** Makes a declared call that changes something. The answer is returned unread. */
export function send<Name extends ChangeName>(
  call: Name,
  input: CallInput<Name>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return changeFn({ data: { call, input }, headers });
}
