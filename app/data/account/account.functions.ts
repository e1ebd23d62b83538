import { createServerFn } from '@tanstack/react-start';
import { changePasswordSchema, reauthenticationSchema } from '~/contract/account';
import { recordIdSchema } from '~/contract/record-id';
import { userFormSchema } from '~/contract/user';
import { streamToBrowser } from '../answer';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import {
  changePassword,
  endOtherSessions,
  endSession,
  getAccount,
  listFailedSignIns,
  listSessions,
  reauthenticate,
  updateAccount,
} from './account.server';

export const getAccountFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .handler(async ({ context }) => streamToBrowser(await getAccount(context.upstream)));

export const updateAccountFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(userFormSchema))
  .handler(({ context, data }) => updateAccount(context.upstream, data));

export const changePasswordFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(changePasswordSchema))
  .handler(({ context, data }) => changePassword(context.upstream, data));

export const reauthenticateFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(reauthenticationSchema))
  .handler(({ context, data }) => reauthenticate(context.upstream, data));

export const listSessionsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .handler(async ({ context }) => streamToBrowser(await listSessions(context.upstream)));

export const endSessionFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(({ context, data }) => endSession(context.upstream, data.id));

export const endOtherSessionsFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .handler(({ context }) => endOtherSessions(context.upstream));

export const listFailedSignInsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .handler(async ({ context }) => streamToBrowser(await listFailedSignIns(context.upstream)));
