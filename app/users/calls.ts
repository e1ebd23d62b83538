import type { CallGroup } from '~/rpc/declare';
import {
  condoTenancyQuerySchema,
  condoTenancySchema,
  tenancyBegunSchema,
  tenancyCreateSchema,
  tenancyListQuerySchema,
  tenancyMoveSchema,
  tenancyRecordSchema,
  tenancyUpdateSchema,
  userCreateSchema,
  userListQuerySchema,
  userListSchema,
  userSchema,
  userUpdateSchema,
} from './schema';
import { mergeReviewSchema, mergeSchema } from './merging';
import { personalDataSchema } from './personal-data';

export const userCalls = {
  base: '/admin/users',
  tag: 'Users',
  calls: {
    list: {
      method: 'GET',
      asks: 'look',
      summary:
        'A page of users, by id unless told otherwise; search matches e-mail, name and phone, a page past the end is the last one',
      query: userListQuerySchema,
      answer: userListSchema,
      isList: true,
    },
    get: {
      method: 'GET',
      asks: 'look',
      path: '/{id}',
      summary: 'One user',
      answer: userSchema,
      isVersioned: true,
    },
    update: {
      method: 'PUT',
      asks: 'write',
      path: '/{id}',
      summary: 'Change names and phone; the e-mail is read-only and every other field is ignored',
      description:
        'With If-Match they are changed only if the user still has that ETag; it covers them alone. Only the embedded API knows a phone.',
      body: userUpdateSchema,
      answer: userSchema,
      isVersioned: true,
      errors: [409],
    },
    delete: {
      method: 'DELETE',
      asks: 'write',
      path: '/{id}',
      summary:
        'Deactivate a user, end their tokens, remove their associations that are not over and pending invitations',
      errors: [400],
    },
  },
} as const satisfies CallGroup;

export const associationCalls = {
  base: '/admin/user-condo-associations',
  tag: 'Users',
  calls: {
    delete: {
      method: 'DELETE',
      asks: 'write',
      path: '/{id}',
      summary: "Remove one of a user's associations",
    },
  },
} as const satisfies CallGroup;

/** Calls about people without an invitation. Embedded API only. */
export const personCalls = {
  base: '/admin/users',
  tag: 'Tenancies',
  embedded: 'not_found',
  calls: {
    create: {
      method: 'POST',
      asks: 'write',
      summary: 'Enter a person; without an e-mail address they cannot sign in',
      body: userCreateSchema,
      answer: userSchema,
      isCreated: true,
      isKeyed: true,
      errors: [409],
    },
  },
} as const satisfies CallGroup;

/** Calls that merge two accounts of one person (docs/behaviour/merge.md). Embedded API only. */
export const mergeCalls = {
  base: '/admin/users',
  tag: 'Merge',
  embedded: 'not_found',
  calls: {
    review: {
      method: 'GET',
      asks: 'look',
      path: '/{id}/merge',
      summary: 'What merging another account into this one would do; nothing is written',
      description:
        'The ETag covers all that is answered. A merge that is not possible is answered as the merge itself is.',
      query: tenancyListQuerySchema,
      answer: mergeReviewSchema,
      isVersioned: true,
      errors: [409],
    },
    merge: {
      method: 'POST',
      asks: 'write',
      path: '/{id}/merge',
      summary: 'Merge another account into this one, as the review says, and close it',
      description:
        'If-Match is the ETag of the review. take names the fields that the other account gives. One entry of the history, which can be restored.',
      body: mergeSchema,
      isVersioned: true,
      errors: [409],
    },
  },
} as const satisfies CallGroup;

/** Calls about associations with their days (docs/behaviour/tenancies.md). Embedded API only. */
export const tenancyCalls = {
  base: '/admin/user-condo-associations',
  tag: 'Tenancies',
  embedded: 'not_found',
  calls: {
    list: {
      method: 'GET',
      asks: 'look',
      summary: "All of a person's associations: past, current and coming ones",
      query: tenancyListQuerySchema,
      answer: tenancyRecordSchema.array(),
    },
    create: {
      method: 'POST',
      asks: 'write',
      summary: 'Associate a person with a building or an apartment',
      description:
        'Without since nothing is known of the beginning. One person may not have the same role in the same apartment twice at a time. Sent again with its Idempotency-Key within ten minutes, the call changes nothing more.',
      body: tenancyCreateSchema,
      answer: tenancyBegunSchema,
      isCreated: true,
      isKeyed: true,
      errors: [409],
    },
    get: {
      method: 'GET',
      asks: 'look',
      path: '/{id}',
      summary: 'One association',
      answer: tenancyRecordSchema,
      isVersioned: true,
    },
    update: {
      method: 'PUT',
      asks: 'write',
      path: '/{id}',
      summary: 'Change role, days and note: what is sent changes, null clears',
      body: tenancyUpdateSchema,
      answer: tenancyRecordSchema,
      isVersioned: true,
      errors: [409],
    },
    move: {
      method: 'POST',
      asks: 'write',
      path: '/{id}/move',
      summary: 'Move to another apartment of the building',
      description:
        'Ends the association the day before, and begins one with the same role, last day and note on that day.',
      body: tenancyMoveSchema,
      answer: tenancyBegunSchema,
      isCreated: true,
      isVersioned: true,
      errors: [409],
    },
  },
} as const satisfies CallGroup;

export const condoTenancyCalls = {
  base: '/admin/condos',
  tag: 'Tenancies',
  embedded: 'not_found',
  calls: {
    list: {
      method: 'GET',
      asks: 'look',
      path: '/{id}/tenancies',
      summary: 'Who lives in a building, owns or manages it, on a day',
      query: condoTenancyQuerySchema,
      answer: condoTenancySchema.array(),
    },
  },
} as const satisfies CallGroup;

export const personalDataCalls = {
  base: '/admin/personal-data',
  tag: 'Personal data',
  embedded: 'not_found',
  calls: {
    export: {
      method: 'GET',
      asks: 'personal_data',
      path: '/{id}',
      summary: 'All that is known of a person, as one file; never hashes or tokens',
      answer: personalDataSchema,
      fileType: 'application/json',
    },
    erase: {
      method: 'DELETE',
      asks: 'personal_data',
      path: '/{id}',
      summary: 'Erase an inactive person: name, e-mail, picture and password go for good',
      description:
        'In the history and in invitations too: who and which field stay, the values go. Ended associations go too; their history stays countable.',
      errors: [409],
    },
  },
} as const satisfies CallGroup;
