import { createServerFn } from '@tanstack/react-start';
import { loginFormSchema } from '~/contract/session';
import { validated } from '../validated';
import { withPublicUpstream } from '../with-upstream';
import { login } from './session.server';

export const loginFn = createServerFn({ method: 'POST' })
  .middleware([withPublicUpstream])
  .validator(validated(loginFormSchema))
  .handler(({ context, data }) => login(context.upstream, data));
