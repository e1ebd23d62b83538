import { createServerFn } from '@tanstack/react-start';
import { forgotPasswordSchema } from '~/contract/forgot-password';
import { apiKind } from '../api-kind.server';
import { validated } from '../validated';
import { withPublicUpstream } from '../with-upstream';
import { requestPasswordReset } from './forgot-password.server';

export const requestPasswordResetFn = createServerFn({ method: 'POST' })
  .middleware([withPublicUpstream])
  .validator(validated(forgotPasswordSchema))
  .handler(({ context, data }) => requestPasswordReset(context.upstream, data, apiKind()));
