import type { CallInput, ChangeName } from './calls';
import { changeFn } from './call.functions';

/** Makes a declared call that changes something; the answer is unread. Without queries, as the sign-in wants it. */
export function send<Name extends ChangeName>(
  call: Name,
  input: CallInput<Name>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return changeFn({ data: { call, input }, headers });
}
