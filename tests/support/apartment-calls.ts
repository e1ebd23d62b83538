import { apartmentSchema } from '~/contract/apartment';
import { z } from '~/contract/zod';
import { type TestApi } from './api';

export const strictApartment = z.strictObject(apartmentSchema.shape);

/** Calls for apartments, whose answers are read by the strict schema. */
export function apartmentCalls(api: TestApi) {
  const path = '/admin/apartments';
  return {
    create: (fields: object) => api.read(strictApartment, 'POST', path, fields, 201),
    list: (query: Record<string, string> = {}) =>
      api.read(z.array(strictApartment), 'GET', `${path}?${new URLSearchParams(query)}`),
  };
}
