import { fieldsOf, readList, readText } from '~/fields/reading';
import { readCondo, type Condo } from '~/condos/fields';

/*
 * How the reference pages get the list of buildings: by the very request that the panel's page makes, whose address and headers the
 * bench puts into local storage.
 */

export const LIST_CALL_KEY = 'bench-call';

declare global {
  interface Window {
    benchList?: Promise<Response>;
  }
}

/** The inline script that makes the request before the page's code has run. */
export const START_LIST = `const call=JSON.parse(localStorage.getItem(${JSON.stringify(LIST_CALL_KEY)}));if(call)window.benchList=fetch(call.url,{headers:call.headers})`;

/** The rows of the request that the inline script has made. */
export async function startedList(): Promise<Condo[]> {
  const response = await (window.benchList ?? Promise.reject(new Error('no request was made')));
  return readList(await response.json(), readCondo);
}

/** What the list's call answers, asked for now. */
export async function fetchAnswer(): Promise<unknown> {
  const call = fieldsOf(JSON.parse(localStorage.getItem(LIST_CALL_KEY) ?? '{}'));
  const headers = Object.entries(fieldsOf(call.headers)).map(([name, value]): [string, string] => [
    name,
    readText(value) ?? '',
  ]);
  const response = await fetch(readText(call.url) ?? '', { headers });
  return response.json();
}
