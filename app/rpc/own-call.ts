import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type { CallAnswer, CallInput, ChangeName, OwnName, ReadName } from './calls';
import { HTTP_NO_CONTENT } from '~/contract/http-status';
import { readAnswer } from './answer';
import { read, type ReadOptions } from './call';
import { makeOld, queryKeyOf } from './make-old';
import { send } from './send';

/** Reads the answer of a call that only the embedded API has; its type is that of the schema, to which tests hold the API. */
export function ownAnswer<Name extends OwnName>(
  call: Name,
  response: Response,
): Promise<CallAnswer<Name>>;
export function ownAnswer(_call: string, response: Response): Promise<unknown> {
  if (response.status === HTTP_NO_CONTENT) return Promise.resolve(null);
  return readAnswer(response, (answer) => answer);
}

type OwnRead = Extract<OwnName, ReadName>;
export type OwnChange = Extract<OwnName, ChangeName>;

/** The query of a call that only the embedded API has: its key is the resource, the call and the input. */
export function ownQuery<Name extends OwnRead>(call: Name, input: CallInput<Name>) {
  return queryOptions({
    queryKey: [...queryKeyOf(call), input] as const,
    queryFn: ({ signal }) => readOwn(call, input, { signal }),
  });
}

export async function readOwn<Name extends OwnRead>(
  call: Name,
  input: CallInput<Name>,
  options: ReadOptions,
): Promise<CallAnswer<Name>> {
  return ownAnswer(call, await read(call, input, options));
}

/** The mutation of a call that only the embedded API has. No cache keeps the answer, which may be a secret. */
export function ownChange<Name extends OwnChange>(client: QueryClient, call: Name) {
  return mutationOptions({
    mutationFn: (input: CallInput<Name>) => changeOwn(call, input),
    gcTime: 0,
    onSettled: () => makeOld(client, call),
  });
}

export async function changeOwn<Name extends OwnChange>(
  call: Name,
  input: CallInput<Name>,
): Promise<CallAnswer<Name>> {
  return ownAnswer(call, await send(call, input));
}
