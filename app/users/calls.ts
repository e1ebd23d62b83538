import type { CallGroup } from '~/rpc/declare';
import { userListQuerySchema, userListSchema, userSchema, userUpdateSchema } from './schema';
import { personalDataSchema } from './personal-data';

export const userCalls = {
  base: '/admin/users',
  tag: 'Users',
  calls: {
    list: {
      method: 'GET',
      summary:
        'A page of users, oldest first; search matches e-mail and name, a page past the end is the last one',
      query: userListQuerySchema,
      answer: userListSchema,
      isList: true,
    },
    get: {
      method: 'GET',
      path: '/{id}',
      summary: 'One user',
      answer: userSchema,
      isVersioned: true,
    },
    update: {
      method: 'PUT',
      path: '/{id}',
      summary: 'Change the names; the e-mail is read-only and every other field is ignored',
      description:
        'With If-Match the names are changed only if the user still has that ETag; it covers the names alone.',
      body: userUpdateSchema,
      answer: userSchema,
      isVersioned: true,
      errors: [409],
    },
    delete: {
      method: 'DELETE',
      path: '/{id}',
      summary:
        'Deactivate a user, end their tokens, remove their associations and pending invitations',
      errors: [400],
    },
  },
} as const satisfies CallGroup;

export const associationCalls = {
  base: '/admin/user-condo-associations',
  tag: 'Users',
  calls: {
    delete: { method: 'DELETE', path: '/{id}', summary: "Remove one of a user's associations" },
  },
} as const satisfies CallGroup;

export const personalDataCalls = {
  base: '/admin/personal-data',
  tag: 'Personal data',
  embedded: 'Not found',
  calls: {
    export: {
      method: 'GET',
      path: '/{id}',
      summary: 'All that is known of a person, as one file; never hashes or tokens',
      answer: personalDataSchema,
      fileType: 'application/json',
    },
    erase: {
      method: 'DELETE',
      path: '/{id}',
      summary: 'Erase an inactive person: name, e-mail, picture and password go for good',
      description:
        'In the history and in invitations too: who and which field stay, the values go. Associations stay countable.',
      errors: [409],
    },
  },
} as const satisfies CallGroup;
