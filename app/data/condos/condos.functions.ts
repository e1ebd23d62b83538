import { createServerFn } from '@tanstack/react-start';
import { condoListQuerySchema } from '~/contract/condo';
import { recordIdSchema } from '~/contract/record-id';
import { streamToBrowser } from '../answer';
import { listHeaders } from '../list-headers.server';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { getCondo, listCondos } from './condos.server';

export const listCondosFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(condoListQuerySchema))
  .handler(async ({ context, data }) =>
    streamToBrowser(await listCondos(context.upstream, data, listHeaders())),
  );

export const getCondoFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(async ({ context, data }) => streamToBrowser(await getCondo(context.upstream, data.id)));
