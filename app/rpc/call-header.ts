import type { Fields } from '~/contract/reading';

/** The header with the name and the input of a call with a form: the form itself passes through unread. */
const CALL_HEADER = 'x-call';

export interface NamedCall {
  call: string;
  input: Fields;
}

export function callHeader(named: NamedCall): Record<string, string> {
  return { [CALL_HEADER]: encodeURIComponent(JSON.stringify(named)) };
}

/** Server side: the call as it was sent, to be validated; null where it cannot be read. */
export function readCallHeader(headers: Headers): unknown {
  try {
    return JSON.parse(decodeURIComponent(headers.get(CALL_HEADER) ?? ''));
  } catch {
    return null;
  }
}
