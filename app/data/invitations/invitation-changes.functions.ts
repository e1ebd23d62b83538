import { createServerFn } from '@tanstack/react-start';
import { invitePayloadSchema } from '~/contract/invitation';
import { recordIdSchema } from '~/contract/record-id';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { deleteInvitation, inviteUser, resendInvitation } from './invitations.server';

export const inviteUserFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(invitePayloadSchema))
  .handler(({ context, data }) => inviteUser(context.upstream, data));

export const deleteInvitationFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(({ context, data }) => deleteInvitation(context.upstream, data.id));

export const resendInvitationFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(({ context, data }) => resendInvitation(context.upstream, data.id));
