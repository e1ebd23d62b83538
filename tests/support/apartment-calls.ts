import { expect } from 'vitest';
import { apartmentSchema } from '~/contract/apartment';
import { z } from '~/contract/zod';
import { type TestApi } from './api';

export const strictApartment = z.strictObject(apartmentSchema.shape);

export const strictList = z.array(strictApartment);

/** Calls for apartments, whose answers are read by the strict schema. */
export function apartmentCalls(api: () => TestApi) {
  async function create(fields: object) {
    const response = await api().call('POST', '/admin/apartments', fields);
    expect(response.status).toBe(201);
    return strictApartment.parse(await response.json());
  }

  async function list(query: Record<string, string> = {}) {
    const search = new URLSearchParams(query).toString();
    const response = await api().call('GET', `/admin/apartments?${search}`);
    expect(response.status).toBe(200);
    return strictList.parse(await response.json());
  }

  return { create, list };
}
