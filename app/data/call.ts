import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query';
import type {
  CallAnswer,
  CallInput,
  ChangeName,
  FormName,
  OwnName,
  ReadName,
  Resource,
} from '~/contract/calls';
import { HTTP_NO_CONTENT } from '~/contract/http-status';
import { fieldsOf, readId } from '~/contract/reading';
import { readAnswer } from './answer';
import { changeFn, createCondoFn, readFn, updateCondoFn } from './call.functions';
import { strongTag, TAG_HEADER, targetHeaders } from './record-version';

interface Options {
  signal?: AbortSignal;
  headers?: Record<string, string>;
}

/** Makes a declared call that reads; the answer is unread, for the lenient readers of the wire contract. */
export function read<Name extends ReadName>(
  call: Name,
  input: CallInput<Name>,
  options: Options = {},
): Promise<Response> {
  return readFn({ ...options, data: { call, input } });
}

/** What a change of the wire contract resolves to: the id of a new record, and a record's new version, where the API tells. */
export interface Changed {
  id: number | null;
  version: string | null;
}

/** Makes a declared call that changes something. */
export async function change<Name extends ChangeName>(
  call: Name,
  input: CallInput<Name>,
): Promise<Changed> {
  return toChanged(await changeFn({ data: { call, input } }));
}

/** Calls with a form have a function each: all that these send is the form. */
const FORM_FUNCTIONS = { 'condos.create': createCondoFn, 'condos.update': updateCondoFn };

/** The same with a form. */
export async function sendForm<Name extends FormName>(
  call: Name,
  form: FormData,
  target: CallInput<Name>,
): Promise<Changed> {
  return toChanged(await FORM_FUNCTIONS[call]({ data: form, headers: targetHeaders(target) }));
}

async function toChanged(response: Response): Promise<Changed> {
  const { id } = fieldsOf(await readAnswer(response, (answer) => answer));
  return { id: readId(id), version: strongTag(response.headers.get(TAG_HEADER)) };
}

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
type OwnChange = Extract<OwnName, ChangeName>;

/** The query of a call that only the embedded API has: its key begins with the resource. */
export function ownQuery<Name extends OwnRead>(call: Name, input: CallInput<Name>) {
  return queryOptions({
    queryKey: [resourceOf(call), call, input] as const,
    queryFn: async ({ signal }) => ownAnswer(call, await read(call, input, { signal })),
  });
}

/**
 * The mutation of a call that only the embedded API has. Afterwards, whatever came of it, what was read of its resource is asked for
 * again, and so are the resources that it also changes.
 */
export function ownChange<Name extends OwnChange>(
  client: QueryClient,
  call: Name,
  alsoChanged: readonly Resource[] = [],
) {
  return mutationOptions({
    mutationFn: async (input: CallInput<Name>) =>
      ownAnswer(call, await changeFn({ data: { call, input } })),
    onSettled: () => makeOld(client, [resourceOf(call), ...alsoChanged]),
  });
}

/** Everything that was read of these resources is asked for again, without waiting for it. */
export function makeOld(client: QueryClient, resources: readonly string[]): void {
  for (const resource of resources) void client.invalidateQueries({ queryKey: [resource] });
}

function resourceOf(call: string): string {
  return call.replace(/\..*/, '');
}
