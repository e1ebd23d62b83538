import { createServerFn } from '@tanstack/react-start';
import { passThrough } from '../answer';
import { withUpstream } from '../with-upstream';
import { checkedCreateBody, checkedValidateBody } from './bulk-body.server';
import { createBulkRows, validateBulkFile } from './bulk.server';

export const validateBulkFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(checkedValidateBody)
  .handler(async ({ context, data }) =>
    passThrough(await validateBulkFile(context.upstream, data)),
  );

export const createBulkFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(checkedCreateBody)
  .handler(async ({ context, data }) => passThrough(await createBulkRows(context.upstream, data)));
