import { createServerFn } from '@tanstack/react-start';
import { linkTokenQuerySchema } from '~/contract/link-token';
import { setPasswordPayloadSchema } from '~/contract/new-password';
import { apiKind } from '../api-kind.server';
import { validated } from '../validated';
import { withPublicUpstream } from '../with-upstream';
import { getPasswordLink, setPassword } from './set-password.server';

export const getPasswordLinkFn = createServerFn({ method: 'GET' })
  .middleware([withPublicUpstream])
  .validator(validated(linkTokenQuerySchema))
  .handler(({ context, data }) => getPasswordLink(context.upstream, data.token, apiKind()));

export const setPasswordFn = createServerFn({ method: 'POST' })
  .middleware([withPublicUpstream])
  .validator(validated(setPasswordPayloadSchema))
  .handler(({ context, data }) => setPassword(context.upstream, data, apiKind()));
