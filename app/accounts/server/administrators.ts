import type { InviteAdministrator } from '~/accounts/administrator';
import type { Rights } from '~/accounts/rights';
import { findAccount } from './accounts.repo';
import { type Administrator, administratorOf, requireRecentSignIn } from './auth-middleware';
import {
  changeRights,
  endAccess,
  listAdministrators,
  lockRights,
  setRights,
} from './administrators.repo';
import { lockForRemoval, lockWithRights } from './removal';
import { recordChange, type ChangeTx } from '~/platform/database/record-change';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { conflict, notFound, takenField, tooManyRequests } from '~/rpc/embedded/api-error';
import { type SignedIn, createRouter } from '~/rpc/embedded/router';
import { RESEND_COOLDOWN_MS } from '~/invitations/server/routes';
import { queueMail } from '~/platform/mail/mail-queue.repo';
import {
  hasPendingInvitation,
  listPendingInvitations,
  saveInvitation,
  type InvitationRow,
  type NewInvitation,
  pending,
} from './administrator-invitations.repo';
import { administratorCalls } from '~/accounts/administrator-calls';
import { countFailedSignIns } from './failed-sign-ins.repo';
import { serveCalls } from '~/rpc/embedded/serve-calls';

const REMOVAL_MESSAGES = { own: 'own_rights', last: 'last_rights' } as const;

async function getAdministrators({ db }: ApiDeps, { userId }: Pick<SignedIn, 'userId'>) {
  const rows = await listAdministrators(db);
  return rows.map((row) => Object.assign(row, { is_current: row.id === userId }));
}

/**
 * PUT /admin/administrators/{id}: what an administrator may do, one's own too.
 * @throws ApiError 404, or 409 for the last administrator with all rights
 */
async function changeAdministrator(
  deps: ApiDeps,
  actor: Administrator,
  id: number,
  rights: Rights,
) {
  const { db, clock, settings } = deps;
  const change = { actor, action: 'rights', record: { kind: 'user', id } } as const;
  await recordChange(db, change, async (tx) => {
    const accounts = { callerId: actor.userId, targetId: id };
    const lastError = rights === 'all' ? null : conflict('last_all_rights');
    const user = await lockWithRights(tx, settings, accounts, lastError);
    if (!user.is_superuser || !user.is_active) throw notFound('Administrator');
    if (user.rights === rights) return;
    await changeRights(tx, id, rights, clock());
  });
  const changed = (await getAdministrators(deps, actor)).find((row) => row.id === id);
  if (!changed) throw notFound('Administrator');
  return changed;
}

/**
 * DELETE /admin/administrators/{id}: the account stays, its rights and sessions end.
 * @throws ApiError 404, or 400 for one's own rights and those of the last one with all
 */
async function withdrawAdministrator(
  { db, clock, settings }: ApiDeps,
  actor: Administrator,
  id: number,
): Promise<void> {
  const change = { actor, action: 'rights', record: { kind: 'user', id } } as const;
  await recordChange(db, change, async (tx) => {
    const accounts = { callerId: actor.userId, targetId: id };
    const user = await lockForRemoval(tx, settings, accounts, REMOVAL_MESSAGES);
    if (!user.is_superuser || !user.is_active) throw notFound('Administrator');
    await setRights(tx, id, { is_superuser: false }, clock());
    await endAccess(tx, user);
  });
}

/**
 * POST /admin/administrators/invitations: invites by mail, or sends a new link to who was invited before.
 * @throws ApiError 409 for an administrator, 429 with Retry-After within a minute
 */
async function inviteAdministrator(
  deps: ApiDeps,
  actor: Administrator,
  { email, rights, language }: InviteAdministrator,
) {
  const now = deps.clock();
  const isAgain = await hasPendingInvitation(deps.db, email);
  const change = { actor, action: isAgain ? 'resent' : 'invited' } as const;
  const row = await recordChange(deps.db, change, async (tx) => {
    // The caller may have lost the rights in the meantime, which ended this person's invitations.
    await lockRights(tx, actor.userId);
    const notSince = new Date(now.getTime() - RESEND_COOLDOWN_MS);
    const invitation = { email, invitedBy: actor.userId, rights, language, now };
    const invited = await createInvitation(tx, invitation, { notSince, byMail: true });
    if (!invited) throw tooManyRequests('sent_just_now', RESEND_COOLDOWN_MS / 1000);
    await queueMail(tx, { kind: 'administrator_invitation', id: invited.id }, now);
    return invited;
  });
  deps.notifyMailWorker();
  return toInvitation(row);
}

/** Stores an invitation without a link; null when one was sent since `notSince`. @throws ApiError 409 */
export async function createInvitation(
  tx: ChangeTx,
  invitation: NewInvitation,
  mailing: { notSince: Date; byMail: boolean },
): Promise<InvitationRow | null> {
  const account = await findAccount(tx, invitation.email);
  if (account?.is_active && account.is_superuser && account.has_way_in) {
    throw takenField('email', 'administrator_already');
  }
  return saveInvitation(tx, invitation, mailing);
}

/** A row in its wire form. */
function toInvitation({ id, email, rights, created_at, expires_at, ...row }: InvitationRow) {
  const { mail_state: state, mail_detail: detail, mail_updated_at: updated_at } = row;
  const mail = state && { state, detail, updated_at };
  return { id, email, rights, created_at, expires_at, mail };
}

export function administratorRoutes(deps: ApiDeps) {
  return serveCalls(
    createRouter(),
    administratorCalls,
    {
      list: (c) => getAdministrators(deps, c.get('session')),
      failedSignIns: () => countFailedSignIns(deps.db, deps.clock()),
      invitations: async () => (await listPendingInvitations(deps.db)).map(toInvitation),
      invite: (c) => inviteAdministrator(deps, administratorOf(c), c.req.valid('json')),
      deleteInvitation: (c) =>
        pending.withdraw(deps.db, administratorOf(c), c.req.valid('param').id),
      changeRights(c) {
        const { id } = c.req.valid('param');
        return changeAdministrator(deps, administratorOf(c), id, c.req.valid('json').rights);
      },
      withdraw: (c) => withdrawAdministrator(deps, administratorOf(c), c.req.valid('param').id),
    },
    { middleware: requireRecentSignIn(deps), except: ['list', 'failedSignIns', 'invitations'] },
  );
}
