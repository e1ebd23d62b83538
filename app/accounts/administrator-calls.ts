import {
  administratorInvitationSchema,
  administratorRightsSchema,
  administratorSchema,
  failedSignInCountsSchema,
  inviteAdministratorSchema,
} from './administrator';
import type { CallGroup } from '~/rpc/declare';

export const administratorCalls = {
  base: '/admin/administrators',
  tag: 'Administrators',
  embedded: 'not_found',
  calls: {
    list: {
      method: 'GET',
      asks: 'accounts',
      summary: 'The super administrators, by e-mail',
      answer: administratorSchema.array(),
    },
    changeRights: {
      method: 'PUT',
      asks: 'accounts',
      path: '/{id}',
      summary:
        "Change an administrator's rights, from their next call on. The last one with all rights keeps them",
      body: administratorRightsSchema,
      answer: administratorSchema,
      errors: [409],
    },
    withdraw: {
      method: 'DELETE',
      asks: 'accounts',
      path: '/{id}',
      summary:
        "Withdraw another administrator's rights and end their sessions; the account stays. Never one's own, never the last one's with all rights",
      errors: [400],
    },
    invitations: {
      method: 'GET',
      asks: 'accounts',
      path: '/invitations',
      summary: 'Pending invitations to become an administrator, newest first',
      answer: administratorInvitationSchema.array(),
    },
    invite: {
      method: 'POST',
      asks: 'accounts',
      path: '/invitations',
      summary:
        'Invite someone to become an administrator; the mail is queued. A second call sends a new link, at most once a minute',
      body: inviteAdministratorSchema,
      answer: administratorInvitationSchema,
      isCreated: true,
      errors: [409, 429],
    },
    deleteInvitation: {
      method: 'DELETE',
      asks: 'accounts',
      path: '/invitations/{id}',
      summary: 'Withdraw a pending invitation; its links stop working',
    },
    failedSignIns: {
      method: 'GET',
      asks: 'accounts',
      path: '/failed-sign-ins',
      summary: 'How many sign-ins failed, of all accounts and of addresses that nobody has',
      answer: failedSignInCountsSchema,
    },
  },
} as const satisfies CallGroup;
