import { condoCreateSchema, condoListQuerySchema, condoSchema, condoUpdateSchema } from './schema';
import type { CallGroup } from '~/rpc/declare';

const files = {
  image: 'Building image: JPEG, PNG or WebP, less than 5MB',
  flag: 'Canton flag',
  country_flag: 'Country flag',
};

export const condoCalls = {
  base: '/admin/condos',
  tag: 'Buildings',
  calls: {
    list: {
      method: 'GET',
      asks: 'look',
      summary: 'Buildings, filtered and sorted',
      description:
        'search matches name and address. Search and filters match parts of a text without regard to case and accents.',
      query: condoListQuerySchema,
      answer: condoSchema.array(),
      isList: true,
    },
    create: {
      method: 'POST',
      asks: 'write',
      summary: 'Create a building',
      description:
        'Sent again with its Idempotency-Key within ten minutes, the call creates nothing more.',
      form: condoCreateSchema,
      files,
      answer: condoSchema,
      isCreated: true,
      isKeyed: true,
    },
    get: {
      method: 'GET',
      asks: 'look',
      path: '/{id}',
      summary: 'One building',
      answer: condoSchema,
      isVersioned: true,
    },
    update: {
      method: 'PUT',
      asks: 'write',
      path: '/{id}',
      summary: 'Change a building: what is sent changes, the rest stays',
      description:
        'With If-Match the building is changed only if it still has that ETag. An empty or null optional field is cleared. remove_image, remove_flag and remove_country_flag ("True") delete an image; image_url, flag_url and country_flag_url are ignored.',
      form: condoUpdateSchema,
      files,
      answer: condoSchema,
      isVersioned: true,
    },
    delete: {
      method: 'DELETE',
      asks: 'write',
      path: '/{id}',
      summary: 'Delete a building with its apartments and invitations',
      errors: [400],
    },
  },
} as const satisfies CallGroup;
