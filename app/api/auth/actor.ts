import type { Actor } from '../db/record-change';
import type { ApiContext } from '../http/router';

export type Administrator = Actor & { userId: number };

/** The signed-in administrator of a request, for the history: a script is named after its token too. */
export function administratorOf(c: ApiContext): Administrator {
  const { userId, apiToken } = c.get('session');
  return { kind: 'administrator', userId, ...(apiToken && { name: apiToken.actorName }) };
}
