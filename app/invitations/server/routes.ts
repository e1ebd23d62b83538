import { invitationCalls, inviteCalls, reminderCalls } from '~/invitations/calls';
import { invitationFields } from '~/invitations/fields';
import { administratorOf, type Administrator } from '~/accounts/server/auth-middleware';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { createRouter } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import type { AnswerList } from '~/rpc/embedded/answer-list';
import {
  pending,
  pendingInvitations,
  findInvitation,
  insertInvitation,
  markForResend,
  type InvitationRow,
} from './repo';
import { countDueReminders, queueReminders } from './reminders.repo';
import { invitationSchema, type InvitePayload } from '~/invitations/schema';
import { findAccount } from '~/accounts/server/accounts.repo';
import { canSignIn } from './acceptor';
import { lockPerson } from '~/users/server/associations';
import { hasAssociation } from '~/users/server/associations.repo';
import { lockHome } from '~/users/server/places.repo';
import { recordChange, type Actor, type ChangeTx } from '~/platform/database/record-change';
import {
  conflict,
  invalidField,
  notFound,
  takenField,
  tooManyRequests,
} from '~/rpc/embedded/api-error';
import { queueMail } from '~/platform/mail/mail-queue.repo';
import { sentence } from '~/language/sentence';

export function inviteRoutes(deps: ApiDeps) {
  return serveCalls(createRouter(), inviteCalls, {
    send: (c) => inviteUser(deps, administratorOf(c), c.req.valid('json')),
  });
}

export function invitationRoutes(deps: ApiDeps, answerList: AnswerList) {
  return serveCalls(createRouter(), invitationCalls, {
    list: (c) => answerList(c, pendingInvitations, { of: [invitationFields] }),
    delete: (c) => pending.withdraw(deps.db, administratorOf(c), c.req.valid('param').id),
    resend: (c) => resendInvitation(deps, administratorOf(c), c.req.valid('param').id),
  });
}

export function reminderRoutes(deps: ApiDeps) {
  return serveCalls(createRouter(), reminderCalls, {
    count: async () => ({ count: await countDueReminders(deps.db, deps.clock()) }),
    async send(c) {
      const change = { actor: administratorOf(c), action: 'resent' } as const;
      const count = await recordChange(deps.db, change, (tx) => queueReminders(tx, deps.clock()));
      if (count > 0) deps.notifyMailWorker();
      return { count };
    },
  });
}

/** Time between two mails of an invitation. */
export const RESEND_COOLDOWN_MS = 60_000;

/** A row in its wire form. */
function toInvitation(row: InvitationRow) {
  return invitationSchema.parse({
    ...row,
    created_at: row.created_at.toISOString(),
    // An invitation without a mail has just been created, so it has no letter either.
    expires_at: row.mail.state === 'none' ? null : row.expires_at.toISOString(),
    mail: { ...row.mail, updated_at: row.mail.updated_at.toISOString() },
  });
}

/**
 * POST /admin/invite-user: stores the invitation and queues its mail, both or neither. With `user_id` the
 * person may live there already; the invitation gives them an account.
 * @throws ApiError 422 for an unknown building, apartment or person, 409 for a duplicate
 */
export async function inviteUser(deps: ApiDeps, actor: Administrator, payload: InvitePayload) {
  const { db, clock } = deps;
  const now = clock();
  const home = { condo_id: payload.condo_id, apartment_id: payload.apartment_id ?? null };
  const row = await recordChange(db, { actor, action: 'invited' }, async (tx) => {
    await lockHome(tx, home);
    const makesAccount = await isWithoutAccount(tx, payload);
    const id = await insertInvitation(tx, payload, home, { invitedBy: actor.userId, now });
    if (id === null) throw takenField('email', 'invited_already');
    // This runs after the insert, which waits for a concurrent acceptance of the same invitation.
    const { email } = payload;
    if (email !== undefined) {
      const isAssociated = !makesAccount && (await hasAssociation(tx, email, home, todayOf(deps)));
      if (isAssociated) throw takenField('email', 'associated_already');
      await queueMail(tx, { kind: 'invitation', id }, now);
    }
    return findInvitation(tx, id);
  });
  if (!row) throw new Error('The new invitation has no row');
  deps.notifyMailWorker();
  return toInvitation(row);
}

/**
 * True if the invitation is to a person who cannot sign in, and who will accept it with that same account.
 * A person without an e-mail address gets this one.
 * @throws ApiError 422 for an unknown person or one with another address, 409 for an inactive or erased
 * person, and for an address of somebody else
 */
async function isWithoutAccount(tx: ChangeTx, { user_id, email }: InvitePayload): Promise<boolean> {
  if (user_id == null) return false;
  const person = await lockPerson(tx, user_id);
  const account = email === undefined ? null : await findAccount(tx, email);
  if (account !== null && account.id !== user_id) throw takenField('email', 'person_exists');
  if (account === null && person.email !== null) throw invalidField('email', 'person_other_email');
  return canSignIn(account) === null;
}

/**
 * Queues a mail with a new link.
 * @throws ApiError 404, 409 without an address, or 429 with Retry-After
 */
export async function resendInvitation(deps: ApiDeps, actor: Actor, id: number) {
  const { db, clock } = deps;
  const now = clock();
  const row = await recordChange(db, { actor, action: 'resent' }, async (tx) => {
    const notSince = new Date(now.getTime() - RESEND_COOLDOWN_MS);
    const marked = await markForResend(tx, id, notSince, now);
    if (marked) await queueMail(tx, { kind: 'invitation', id }, now);
    const invitation = await findInvitation(tx, id);
    if (invitation?.status !== 'pending') throw notFound('Invitation');
    if (invitation.email === null) throw conflict('no_address');
    if (!marked) throw tooSoon(invitation.last_sent_at, now);
    return invitation;
  });
  deps.notifyMailWorker();
  return toInvitation(row);
}

function tooSoon(lastSentAt: Date, now: Date) {
  const waitMs = lastSentAt.getTime() + RESEND_COOLDOWN_MS - now.getTime();
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  const wait = seconds === 1 ? 'one_second' : sentence('seconds', { count: seconds });
  return tooManyRequests(sentence('sent_just_now_wait', { wait }), seconds);
}
