import { expect } from 'vitest';
import { condoSchema } from '~/contract/condo';
import { z } from '~/contract/zod';
import { type TestApi } from './api';
import { aCondo } from './builders';

export const strictCondo = z.strictObject(condoSchema.shape);

export const strictList = z.array(strictCondo);

export const VALID = aCondo({ zip_code: '01003' });

/** Calls for buildings, whose answers are read by the strict schema. */
export function condoCalls(api: () => TestApi) {
  async function create(fields: object = {}) {
    const response = await api().call('POST', '/admin/condos', { ...VALID, ...fields });
    expect(response.status).toBe(201);
    return strictCondo.parse(await response.json());
  }

  async function list(query: Record<string, string> = {}) {
    const response = await api().call(
      'GET',
      `/admin/condos?${new URLSearchParams(query).toString()}`,
    );
    expect(response.status).toBe(200);
    return strictList.parse(await response.json());
  }

  async function names(query: Record<string, string> = {}) {
    return (await list(query)).map((condo) => condo.name);
  }

  return { create, list, names };
}
