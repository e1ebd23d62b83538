import { createServerFn } from '@tanstack/react-start';
import { recordIdSchema, recordVersionSchema } from '~/contract/record-id';
import { userFormSchema } from '~/contract/user';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { deleteAssociation, deleteUser, updateUser } from './users.server';

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
