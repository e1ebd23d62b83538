import { createServerFn } from '@tanstack/react-start';
import { apartmentListQuerySchema, apartmentCreateSchema } from '~/contract/apartment';
import { recordIdSchema, recordVersionSchema } from '~/contract/record-id';
import { streamToBrowser } from '../answer';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import {
  createApartment,
  deleteApartment,
  getApartment,
  listApartments,
  updateApartment,
} from './apartments.server';

export const listApartmentsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(apartmentListQuerySchema))
  .handler(async ({ context, data }) =>
    streamToBrowser(await listApartments(context.upstream, data)),
  );

export const getApartmentFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(async ({ context, data }) =>
    streamToBrowser(await getApartment(context.upstream, data.id)),
  );

export const createApartmentFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(apartmentCreateSchema))
  .handler(({ context, data }) => createApartment(context.upstream, data));

export const updateApartmentFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(recordVersionSchema.extend({ payload: apartmentCreateSchema })))
  .handler(({ context, data }) =>
    updateApartment(context.upstream, data.id, data.payload, data.version),
  );

export const deleteApartmentFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(recordIdSchema))
  .handler(({ context, data }) => deleteApartment(context.upstream, data.id));
