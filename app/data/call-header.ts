import { fieldsOf, readText, type Fields } from '~/contract/reading';

/** The header with the name and the input of a call with a form: the form itself passes through unread. */
const CALL_HEADER = 'x-call';

export interface NamedCall {
  call: string;
  input: Fields;
}

export function callHeader(named: NamedCall): Record<string, string> {
  return { [CALL_HEADER]: encodeURIComponent(JSON.stringify(named)) };
}

/** Server side: the call as it was sent; an unreadable one has no name. */
export function readCallHeader(headers: Headers): NamedCall {
  const { call, input } = fieldsOf(parse(headers.get(CALL_HEADER) ?? ''));
  return { call: readText(call) ?? '', input: fieldsOf(input) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(decodeURIComponent(text));
  } catch {
    return null;
  }
}
