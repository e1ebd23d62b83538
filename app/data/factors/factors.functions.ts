import { createServerFn } from '@tanstack/react-start';
import { totpConfirmationSchema } from '~/contract/factors';
import { newPasskeySchema } from '~/contract/passkeys';
import { recordIdSchema } from '~/contract/record-id';
import { streamToBrowser } from '../answer';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import {
  addPasskey,
  confirmTotp,
  getFactors,
  removePasskey,
  removeTotp,
  renewRecoveryCodes,
  startPasskey,
  startTotp,
} from './factors.server';

export const getFactorsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .handler(async ({ context }) => streamToBrowser(await getFactors(context.upstream)));

export const startTotpFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .handler(async ({ context }) => streamToBrowser(await startTotp(context.upstream)));

export const confirmTotpFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(totpConfirmationSchema))
  .handler(async ({ context, data }) => streamToBrowser(await confirmTotp(context.upstream, data)));

export const removeTotpFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .handler(({ context }) => removeTotp(context.upstream));

export const renewRecoveryCodesFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .handler(async ({ context }) => streamToBrowser(await renewRecoveryCodes(context.upstream)));

export const startPasskeyFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .handler(async ({ context }) => streamToBrowser(await startPasskey(context.upstream)));

export const addPasskeyFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(newPasskeySchema))
  .handler(async ({ context, data }) => streamToBrowser(await addPasskey(context.upstream, data)));

export const removePasskeyFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(({ context, data }) => removePasskey(context.upstream, data.id));
