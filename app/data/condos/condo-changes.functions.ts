import { createServerFn } from '@tanstack/react-start';
import { recordIdSchema } from '~/contract/record-id';
import { streamedForm } from '../streamed-form.server';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { condoUpdate } from './condo-body.server';
import { createCondo, deleteCondo, updateCondo } from './condos.server';

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
