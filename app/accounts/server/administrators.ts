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
import { createRouter } from '~/rpc/embedded/router';
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

async function getAdministrators({ db }: ApiDeps, { userId }: { userId: number }) {
  const rows = await listAdministrators(db);
  return rows.map((row) => Object.assign(row, { is_current: row.id === userId }));
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
  const { db, clock, settings } = deps;
  return serveCalls(
    createRouter(),
    administratorCalls,
    {
      list: (c) => getAdministrators(deps, c.get('session')),
      failedSignIns: () => countFailedSignIns(db, clock()),
      invitations: async () => (await listPendingInvitations(db)).map(toInvitation),
      /**
       * Invites an administrator.
       * @throws ApiError 409 for an address that is an administrator's, 429 with Retry-After within a
       * minute
       */
      async invite(c) {
        const { email, rights, language } = c.req.valid('json');
        const actor = administratorOf(c);
        const now = clock();
        const isAgain = await hasPendingInvitation(db, email);
        const change = { actor, action: isAgain ? 'resent' : 'invited' } as const;
        const row = await recordChange(db, change, async (tx) => {
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
      },
      deleteInvitation: (c) => pending.withdraw(db, administratorOf(c), c.req.valid('param').id),
      /**
       * Changes rights, the caller's own too.
       * @throws ApiError 404, or 409 for the last administrator with all rights
       */
      async changeRights(c) {
        const actor = administratorOf(c);
        const { id } = c.req.valid('param');
        const { rights } = c.req.valid('json');
        await recordChange(db, rightsChange(actor, id), async (tx) => {
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
      },
      /**
       * Withdraws all rights and ends the sessions. The account stays.
       * @throws ApiError 404, or 400 for the caller's own rights and for the last administrator with all
       * rights
       */
      async withdraw(c) {
        const actor = administratorOf(c);
        const { id } = c.req.valid('param');
        await recordChange(db, rightsChange(actor, id), async (tx) => {
          const accounts = { callerId: actor.userId, targetId: id };
          const user = await lockForRemoval(tx, settings, accounts, REMOVAL_MESSAGES);
          if (!user.is_superuser || !user.is_active) throw notFound('Administrator');
          await setRights(tx, id, { is_superuser: false }, clock());
          await endAccess(tx, user);
        });
      },
    },
    { middleware: requireRecentSignIn(deps), except: ['list', 'failedSignIns', 'invitations'] },
  );
}

const rightsChange = (actor: Administrator, id: number) =>
  ({ actor, action: 'rights', record: { kind: 'user', id } }) as const;
