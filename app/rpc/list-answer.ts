import {
  keepPreviousData,
  replaceEqualDeep,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import { HTTP_NOT_MODIFIED } from '~/contract/http-status';
import { readAnswer } from './answer';
import { TAG_HEADER } from './record-version';

/** The ETags of the lists in the cache. Each goes with its list. */
const tags = new WeakMap<object, string>();

type ListCall = (options: {
  signal: AbortSignal;
  headers: Record<string, string>;
}) => Promise<Response>;

/**
 * Options of a query that reads a list. The rows of the last answer stay while others load, and a list that the API
 * reports as unchanged is not sent, read or rendered again.
 */
export function listAnswer<T extends object>(call: ListCall, read: (answer: unknown) => T) {
  return {
    queryFn: async ({ client, queryKey, signal }: QueryFunctionContext): Promise<T> => {
      const held = client.getQueryData<T>(queryKey);
      const tag = held && tags.get(held);
      const response = await call({ signal, headers: tag ? { 'if-none-match': tag } : {} });
      if (held && response.status === HTTP_NOT_MODIFIED) return held;
      const list = replaceEqualDeep(held, await readAnswer(response, read));
      const sent = response.headers.get(TAG_HEADER);
      if (sent) tags.set(list, sent);
      return list;
    },
    placeholderData: keepPreviousData<T>,
    // The tag belongs to the object in the cache, so queryFn itself keeps what is equal.
    structuralSharing: false,
  };
}
