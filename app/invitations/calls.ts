import type { CallGroup } from '~/rpc/declare';
import {
  invitationListQuerySchema,
  invitationSchema,
  invitePayloadSchema,
  letterPayloadSchema,
  lettersSchema,
  remindersSchema,
} from './schema';

export const inviteCalls = {
  base: '/admin/invite-user',
  tag: 'Invitations',
  calls: {
    send: {
      method: 'POST',
      asks: 'write',
      summary: 'Invite someone to a building or apartment; the mail is queued',
      body: invitePayloadSchema,
      answer: invitationSchema,
      isCreated: true,
      errors: [409],
    },
  },
} as const satisfies CallGroup;

export const invitationCalls = {
  base: '/admin/invitations',
  tag: 'Invitations',
  calls: {
    list: {
      method: 'GET',
      asks: 'look',
      summary: 'Pending invitations, newest first',
      query: invitationListQuerySchema,
      answer: invitationSchema.array(),
      isList: true,
    },
    delete: {
      method: 'DELETE',
      asks: 'write',
      path: '/{id}',
      summary: 'Withdraw a pending invitation; its link stops working',
    },
    resend: {
      method: 'POST',
      asks: 'write',
      path: '/{id}/resend',
      summary: 'Mail a pending invitation again with a new link, at most once a minute',
      answer: invitationSchema,
      errors: [409, 429],
    },
  },
} as const satisfies CallGroup;

export const reminderCalls = {
  base: '/admin/invitations/reminders',
  tag: 'Invitations',
  embedded: 'not_found',
  calls: {
    count: {
      method: 'GET',
      asks: 'look',
      summary: 'Number of reminders that POST would send now',
      answer: remindersSchema,
    },
    send: {
      method: 'POST',
      asks: 'write',
      summary:
        'Mail a new link to everyone whose link ends within three days or ended in the last 30',
      description:
        'At most three reminders for each invitation, one a day, and 500 in one call, the links that end first.',
      answer: remindersSchema,
    },
  },
} as const satisfies CallGroup;

export const letterCalls = {
  base: '/admin/invitations/letters',
  tag: 'Invitations',
  embedded: 'not_found',
  calls: {
    print: {
      method: 'POST',
      asks: 'write',
      summary: 'Letters with a new code each, which is shown this once',
      description:
        'For those of the invitations that are pending. Their earlier letters end. The password was entered within the last 15 minutes, or it is asked for again.',
      body: letterPayloadSchema,
      answer: lettersSchema,
      errors: [404],
    },
  },
} as const satisfies CallGroup;
