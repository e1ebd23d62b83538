import { condoSchema } from '~/contract/condo';
import { z } from '~/contract/zod';
import { type TestApi } from './api';
import { aCondo } from './builders';

export const strictCondo = z.strictObject(condoSchema.shape);

export const VALID = aCondo({ zip_code: '01003' });

/** Calls for buildings, whose answers are read by the strict schema. */
export function condoCalls(api: TestApi) {
  const path = '/admin/condos';
  const list = (query: Record<string, string> = {}) =>
    api.read(z.array(strictCondo), 'GET', `${path}?${new URLSearchParams(query)}`);
  return {
    create: (fields: object = {}) =>
      api.read(strictCondo, 'POST', path, { ...VALID, ...fields }, 201),
    list,
    names: async (query?: Record<string, string>) => (await list(query)).map(({ name }) => name),
  };
}
