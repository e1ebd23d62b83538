import type { CallGroup } from '~/rpc/declare';
import { personalDataSchema } from './personal-data';

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
