import { createServerFn } from '@tanstack/react-start';
import { recordIdSchema } from '~/contract/record-id';
import { userListQuerySchema } from '~/contract/user';
import { streamToBrowser } from '../answer';
import { listHeaders } from '../list-headers.server';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { getUser, listUsers } from './users.server';

export const listUsersFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(userListQuerySchema))
  .handler(async ({ context, data }) =>
    streamToBrowser(await listUsers(context.upstream, data, listHeaders())),
  );

export const getUserFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(async ({ context, data }) => streamToBrowser(await getUser(context.upstream, data.id)));
