import { expect } from 'vitest';
import { z } from '~/contract/zod';
import type { StoredEntry } from '../../support/history';
import type { InvitationDesk } from '../../support/invitation-desk';

export interface RouteContext {
  desk: InvitationDesk;
  /** The administrator as an entry names them. */
  admin: string;
  adminEmail: string;
}

/** A call of a route that changes something; it returns what the entry must hold besides the request's id. */
export type RouteCase = (context: RouteContext) => Promise<Partial<StoredEntry>>;

export const PASSWORD = 'four words make one';

export const anyText: unknown = expect.any(String);

const withId = z.looseObject({ id: z.int() });

/** Returns the invitation's id. */
export async function inviteAdministrator({ api }: InvitationDesk, email: string): Promise<number> {
  const response = await api.call('POST', '/admin/administrators/invitations', { email });
  return withId.parse(await response.json()).id;
}

/** A change of an entry, with what most of them have none of. */
export function change(
  what: string,
  record: string,
  name: string | null,
  values: Partial<StoredEntry['changes'][number]>,
): StoredEntry['changes'][number] {
  return { what, record, name, ids: null, old: null, new: null, ...values };
}
