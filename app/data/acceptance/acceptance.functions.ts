import { createServerFn } from '@tanstack/react-start';
import { acceptExistingPayloadSchema, acceptPayloadSchema } from '~/contract/acceptance';
import { linkTokenQuerySchema } from '~/contract/link-token';
import { apiKind } from '../api-kind.server';
import { validated } from '../validated';
import { withPublicUpstream } from '../with-upstream';
import { acceptInvitation, previewAcceptance } from './acceptance.server';

export const previewAcceptanceFn = createServerFn({ method: 'GET' })
  .middleware([withPublicUpstream])
  .validator(validated(linkTokenQuerySchema))
  .handler(({ context, data }) => previewAcceptance(context.upstream, data.token, apiKind()));

/** For a new person: names and a password. */
export const acceptInvitationFn = createServerFn({ method: 'POST' })
  .middleware([withPublicUpstream])
  .validator(validated(acceptPayloadSchema))
  .handler(({ context, data }) => acceptInvitation(context.upstream, data, apiKind()));

/** For a person who has an account: its password. */
export const acceptWithAccountFn = createServerFn({ method: 'POST' })
  .middleware([withPublicUpstream])
  .validator(validated(acceptExistingPayloadSchema))
  .handler(({ context, data }) => acceptInvitation(context.upstream, data, apiKind()));
