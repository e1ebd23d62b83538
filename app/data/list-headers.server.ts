import { getRequestHeaders } from '@tanstack/react-start/server';
import { acceptsGzip } from '~/lib/accepts-gzip';
import { IS_OWN_SERVER } from '~/lib/platform';

/** What the browser says of the list that it wants; nothing where the list is read here. */
export type ListHeaders = Readonly<Record<string, string>>;

/**
 * For a list that passes through: the tag of the one that the browser has, and gzip where the browser takes that; the API's own bytes
 * are then sent on as they are. Platforms compress responses themselves.
 */
export function listHeaders(): ListHeaders {
  const headers = getRequestHeaders();
  const tag = headers.get('if-none-match');
  return {
    ...(tag !== null && { 'if-none-match': tag }),
    ...(IS_OWN_SERVER && acceptsGzip(headers) && { 'accept-encoding': 'gzip' }),
  };
}
