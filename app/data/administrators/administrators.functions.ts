import { createServerFn } from '@tanstack/react-start';
import { inviteAdministratorSchema } from '~/contract/administrator';
import { recordIdSchema } from '~/contract/record-id';
import { streamToBrowser } from '../answer';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import {
  deleteInvitation,
  getFailedSignInCounts,
  inviteAdministrator,
  listAdministrators,
  listInvitations,
  withdrawAdministrator,
} from './administrators.server';

export const listAdministratorsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .handler(async ({ context }) => streamToBrowser(await listAdministrators(context.upstream)));

export const withdrawAdministratorFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(({ context, data }) => withdrawAdministrator(context.upstream, data.id));

export const listAdministratorInvitationsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .handler(async ({ context }) => streamToBrowser(await listInvitations(context.upstream)));

export const inviteAdministratorFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(inviteAdministratorSchema))
  .handler(({ context, data }) => inviteAdministrator(context.upstream, data));

export const deleteAdministratorInvitationFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(({ context, data }) => deleteInvitation(context.upstream, data.id));

export const getFailedSignInCountsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .handler(async ({ context }) => streamToBrowser(await getFailedSignInCounts(context.upstream)));
