import { createServerFn } from '@tanstack/react-start';
import { condoListQuerySchema } from '~/contract/condo';
import { recordIdSchema } from '~/contract/record-id';
import { streamToBrowser } from '../answer';
import { streamedForm } from '../streamed-form.server';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { condoUpdate } from './condo-body.server';
import { createCondo, deleteCondo, getCondo, listCondos, updateCondo } from './condos.server';

export const listCondosFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(condoListQuerySchema))
  .handler(async ({ context, data }) => streamToBrowser(await listCondos(context.upstream, data)));

export const getCondoFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(async ({ context, data }) => streamToBrowser(await getCondo(context.upstream, data.id)));

export const createCondoFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(streamedForm)
  .handler(({ context, data }) => createCondo(context.upstream, data));

export const updateCondoFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(condoUpdate)
  .handler(({ context, data }) => updateCondo(context.upstream, data));

export const deleteCondoFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(({ context, data }) => deleteCondo(context.upstream, data.id));
