import { createServerFn } from '@tanstack/react-start';
import { apartmentListQuerySchema } from '~/contract/apartment';
import { recordIdSchema } from '~/contract/record-id';
import { streamToBrowser } from '../answer';
import { listHeaders } from '../list-headers.server';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { getApartment, listApartments } from './apartments.server';

export const listApartmentsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(apartmentListQuerySchema))
  .handler(async ({ context, data }) =>
    streamToBrowser(await listApartments(context.upstream, data, listHeaders())),
  );

export const getApartmentFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(async ({ context, data }) =>
    streamToBrowser(await getApartment(context.upstream, data.id)),
  );
