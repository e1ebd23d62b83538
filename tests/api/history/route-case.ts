import { expect } from 'vitest';
import { z } from '~/fields/zod';
import type { StoredEntry } from '../../support/history';
import type { InvitationDesk } from '../../support/invitation-desk';

export interface RouteContext {
  desk: InvitationDesk;
  /** The administrator as an entry names them. */
  admin: string;
  adminEmail: string;
}

type Change = StoredEntry['changes'][number];

/**
 * Values that an entry must hold. `only` describes its single change if the change is of the entry's
 * own record.
 */
export type ExpectedEntry = Partial<StoredEntry> & {
  only?: Pick<Change, 'what'> & Partial<Change>;
};

/**
 * Calls a route that changes something. Its entry names the administrator, unless the case names
 * another actor.
 */
export type RouteCase = (context: RouteContext) => Promise<ExpectedEntry>;

export const PASSWORD = 'four words make one';

export const anyText: unknown = expect.any(String);

export const withId = z.looseObject({ id: z.int() });

/** Returns the invitation's id. */
export async function inviteAdministrator({ api }: InvitationDesk, email: string): Promise<number> {
  const path = '/admin/administrators/invitations';
  return (await api.read(withId, 'POST', path, { email }, 201)).id;
}

/** The entry with each part of its only change: what a case leaves out is null there. */
export function entryOf({ only, ...entry }: ExpectedEntry): Partial<StoredEntry> {
  if (!only) return entry;
  const { record = null, name = null } = entry;
  return { ...entry, changes: [{ record, name, ids: null, old: null, new: null, ...only }] };
}
