import { createServerFn } from '@tanstack/react-start';
import { loginFormSchema } from '~/contract/session';
import { streamToBrowser } from '../answer';
import { validated } from '../validated';
import { withPublicUpstream } from '../with-upstream';
import { getPasskeyOptions } from './session.server';

/** In a file of its own: what every page loads stays as small as it is. */
export const passkeyOptionsFn = createServerFn({ method: 'POST' })
  .middleware([withPublicUpstream])
  .validator(validated(loginFormSchema.pick({ email: true, password: true })))
  .handler(async ({ context, data }) =>
    streamToBrowser(await getPasskeyOptions(context.upstream, data)),
  );
