import { createServerFn } from '@tanstack/react-start';
import { apartmentCreateSchema } from '~/contract/apartment';
import { recordIdSchema, recordVersionSchema } from '~/contract/record-id';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { createApartment, deleteApartment, updateApartment } from './apartments.server';

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
