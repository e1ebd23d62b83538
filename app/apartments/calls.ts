import {
  apartmentCreateSchema,
  apartmentListQuerySchema,
  apartmentSchema,
  apartmentUpdateSchema,
  endedQuerySchema,
  endedSchema,
  occupancyQuerySchema,
  occupancySchema,
} from './schema';
import type { CallGroup } from '~/rpc/declare';

export const apartmentCalls = {
  base: '/admin/apartments',
  tag: 'Apartments',
  calls: {
    list: {
      method: 'GET',
      asks: 'look',
      summary: 'Apartments by building and number; search matches the number',
      query: apartmentListQuerySchema,
      answer: apartmentSchema.array(),
      isList: true,
    },
    create: {
      method: 'POST',
      asks: 'write',
      summary: 'Create an apartment',
      body: apartmentCreateSchema,
      answer: apartmentSchema,
      isCreated: true,
      errors: [409],
    },
    get: {
      method: 'GET',
      asks: 'look',
      path: '/{id}',
      summary: 'One apartment',
      answer: apartmentSchema,
      isVersioned: true,
    },
    update: {
      method: 'PUT',
      asks: 'write',
      path: '/{id}',
      summary: 'Change an apartment: what is sent changes, null clears, the rest stays',
      description: 'With If-Match the apartment is changed only if it still has that ETag.',
      body: apartmentUpdateSchema,
      answer: apartmentSchema,
      isVersioned: true,
      errors: [409],
    },
    delete: {
      method: 'DELETE',
      asks: 'write',
      path: '/{id}',
      summary: 'Delete an apartment with its invitations',
    },
  },
} as const satisfies CallGroup;

/** Apartments with their people, which only the embedded API reports (docs/behaviour/tenancies.md). */
export const occupancyCalls = {
  base: '/admin/occupancy',
  tag: 'Tenancies',
  embedded: 'not_found',
  calls: {
    list: {
      method: 'GET',
      asks: 'look',
      summary: 'A page of apartments, each with everybody who was, is or will be there',
      description: 'A page past the end is the last one.',
      query: occupancyQuerySchema,
      answer: occupancySchema,
      isList: true,
    },
    ended: {
      method: 'GET',
      asks: 'look',
      path: '/ended',
      summary: 'How many ended associations go with apartments that are deleted',
      description: 'Those of apartments which can be: with current or coming ones they stay.',
      query: endedQuerySchema,
      answer: endedSchema,
    },
  },
} as const satisfies CallGroup;
