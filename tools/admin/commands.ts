import { hasPendingInvitation, pending } from '~/accounts/server/administrator-invitations.repo';
import { createInvitation } from '~/accounts/server/administrators';
import { findAccount } from '~/accounts/server/accounts.repo';
import { listAdministrators } from '~/accounts/server/administrators.repo';
import { createPasswordLink } from '~/accounts/server/password-links.repo';
import { endSessionsOf } from '~/accounts/server/sessions.repo';
import { removeAllFactors } from '~/accounts/server/factors.repo';
import type { Db } from '~/platform/database/connect.server';
import {
  recordChange,
  recordEvent,
  type Actor,
  type Change,
} from '~/platform/database/record-change';
import { ApiError } from '~/rpc/embedded/api-error';
import { emailAddress } from '~/fields/field';
import type { HistoryAction } from '~/history/schema';
import { UsageError, type Print } from '../command';

export interface AdminContext {
  db: Db;
  now: Date;
  /** Base address of links. */
  publicUrl: string;
  print: Print;
}

/** Actor of these commands in the history. */
const COMMAND: Actor = { kind: 'command', name: 'npm run admin' };

const RESET_LINK_LIFETIME_MS = 60 * 60_000;

/** Prints one line per administrator: e-mail, name, last sign-in. */
export async function list({ db, print }: AdminContext): Promise<void> {
  const administrators = await listAdministrators(db);
  if (administrators.length === 0) print('There is no administrator.');
  for (const { email, first_name, last_name, last_login } of administrators) {
    const name = [first_name, last_name].filter(Boolean).join(' ') || '-';
    print(
      `${email}  ${withoutControls(name)}  last login: ${last_login?.toISOString() ?? 'never'}`,
    );
  }
}

/** Removes control characters. Invited people choose their names, which must not control this terminal. */
function withoutControls(text: string): string {
  return text.replaceAll(/\p{Cc}/gu, '?');
}

/** Prints a link, for a first or lost administrator, or if there is no mail server. */
export async function invite(context: AdminContext, email: string): Promise<void> {
  const { db, now, publicUrl, print } = context;
  const address = emailAddress.safeParse(email);
  if (!address.success) throw new UsageError(`${email} is no e-mail address.`);
  const isAgain = await hasPendingInvitation(db, address.data);
  const change = { actor: COMMAND, action: isAgain ? 'resent' : 'invited' } as const;
  const { link, expiresAt } = await recordChange(db, change, async (tx) => {
    const invitation = { email: address.data, invitedBy: null, rights: 'all', now } as const;
    // `notSince` is now, so the limit for repeated invitations does not apply in the terminal.
    const row = await createInvitation(tx, invitation, { notSince: now, byMail: false }).catch(
      (error: unknown) => {
        throw error instanceof ApiError ? new UsageError(error.message) : error;
      },
    );
    if (!row) throw new Error('The invitation was not saved');
    return pending.createLink(tx, row.id, publicUrl, now);
  });
  print(oneTimeLink(`makes ${address.data} an administrator`, link, expiresAt));
}

export async function resetPassword(context: AdminContext, email: string): Promise<void> {
  const { db, now, publicUrl, print } = context;
  const { id } = await findActive(db, email);
  const expiresAt = new Date(now.getTime() + RESET_LINK_LIFETIME_MS);
  const token = await recordChange(db, changeOf(id, 'password_link'), async (tx) => {
    await recordEvent(tx, 'password_link', { kind: 'user', id });
    return createPasswordLink(tx, { userId: id, kind: 'command', expiresAt }, now);
  });
  const link = `${publicUrl}/set-password?token=${token}`;
  print(oneTimeLink(`sets a new password for ${email} and ends all sessions`, link, expiresAt));
}

export async function signOut({ db, print }: AdminContext, email: string): Promise<void> {
  const { id } = await findActive(db, email);
  await recordChange(db, changeOf(id, 'signed_out'), async (tx) => {
    await recordEvent(tx, 'signed_out', { kind: 'user', id });
    await endSessionsOf(tx, id);
  });
  print(`All sessions of ${email} have ended.`);
}

/** Removes all factors of a person who has lost the authenticator app and the recovery codes. */
export async function removeFactor({ db, print }: AdminContext, email: string): Promise<void> {
  const { id } = await findActive(db, email);
  const removed = await recordChange(db, changeOf(id, 'factors'), (tx) => removeAllFactors(tx, id));
  print(
    removed
      ? `${email} has no second factor any more: the password alone signs in.`
      : `${email} has no second factor.`,
  );
}

/** A change of an account by this command, for the history. */
function changeOf(id: number, action: HistoryAction): Change {
  return { actor: COMMAND, action, record: { kind: 'user', id } };
}

async function findActive(db: Db, email: string) {
  const account = await findAccount(db, email);
  if (!account?.is_active) throw new UsageError(`There is no active account of ${email}.`);
  return account;
}

function oneTimeLink(what: string, link: string, until: Date): string {
  return `This link ${what}, once and until ${until.toISOString()}; it is not shown again:\n\n    ${link}\n`;
}
