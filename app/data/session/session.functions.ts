import { createServerFn } from '@tanstack/react-start';
import { loginFormSchema } from '~/contract/session';
import { apiKind } from '../api-kind.server';
import { validated } from '../validated';
import { withPublicUpstream, withUpstream } from '../with-upstream';
import { login, logout } from './session.server';

export const loginFn = createServerFn({ method: 'POST' })
  .middleware([withPublicUpstream])
  .validator(validated(loginFormSchema))
  .handler(({ context, data }) => login(context.upstream, data));

export const logoutFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .handler(({ context }) => logout(context.upstream, apiKind()));
