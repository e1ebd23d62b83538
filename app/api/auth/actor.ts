import type { Actor } from '../db/record-change';
import type { ApiContext } from '../http/router';

export type Administrator = Actor & { userId: number };

/** The signed-in administrator of a request, for the history. */
export function administratorOf(c: ApiContext): Administrator {
  return { kind: 'administrator', userId: c.get('session').userId };
}
