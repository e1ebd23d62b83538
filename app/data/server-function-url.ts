import { toJSON } from 'seroval';

/** The address of a GET server function with its input, in the encoding that Start's own client uses. */
export function serverFunctionUrl(fn: { url: string }, data: object): string {
  return `${fn.url}?payload=${encodeURIComponent(JSON.stringify(toJSON({ data })))}`;
}
