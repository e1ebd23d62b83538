import { createServerFn } from '@tanstack/react-start';
import { recordIdSchema, recordVersionSchema } from '~/contract/record-id';
import { userFormSchema, userListQuerySchema } from '~/contract/user';
import { streamToBrowser } from '../answer';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { deleteAssociation, deleteUser, getUser, listUsers, updateUser } from './users.server';

export const listUsersFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(userListQuerySchema))
  .handler(async ({ context, data }) => streamToBrowser(await listUsers(context.upstream, data)));

export const getUserFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(async ({ context, data }) => streamToBrowser(await getUser(context.upstream, data.id)));

export const updateUserFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(recordVersionSchema.extend({ names: userFormSchema })))
  .handler(({ context, data }) => updateUser(context.upstream, data.id, data.names, data.version));

export const deleteUserFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(({ context, data }) => deleteUser(context.upstream, data.id));

export const deleteAssociationFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(({ context, data }) => deleteAssociation(context.upstream, data.id));
