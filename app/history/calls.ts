import type { CallGroup } from '~/rpc/declare';
import {
  changeIdSchema,
  earlierValuesSchema,
  entryIdSchema,
  historyFilterSchema,
  historyPageSchema,
  historyQuerySchema,
  restoredSchema,
  restoreRecordSchema,
  valueQuerySchema,
} from './answers';
import { z } from '~/fields/zod';

const change = { path: '/{entry}/changes/{change}/values', params: changeIdSchema.shape } as const;

export const historyCalls = {
  base: '/admin/history',
  tag: 'History',
  embedded: 'not_found',
  calls: {
    list: {
      method: 'GET',
      asks: 'look',
      summary: 'What was changed, newest first; with kind and record the history of one record',
      query: historyQuerySchema,
      answer: historyPageSchema,
    },
    export: {
      method: 'GET',
      asks: 'export',
      path: '/export',
      summary: 'The same as a CSV file, a line for each changed field',
      query: historyFilterSchema,
      answer: z.string(),
      fileType: 'text/csv',
    },
    restoreRecord: {
      method: 'POST',
      asks: 'write',
      path: '/restore',
      summary: "Undo a record's newest deletion, or a person's deactivation",
      body: restoreRecordSchema,
      answer: restoredSchema,
      errors: [404, 409],
    },
    restoreEntry: {
      method: 'POST',
      asks: 'write',
      path: '/{entry}/restore',
      summary:
        'Bring back everything that an entry took away, with ids, links and images, or nothing',
      params: entryIdSchema.shape,
      answer: restoredSchema,
      errors: [409, 422],
    },
    restoreChange: {
      method: 'POST',
      asks: 'write',
      path: '/{entry}/changes/{change}/restore',
      summary: 'The same for one record of the entry',
      params: changeIdSchema.shape,
      answer: restoredSchema,
      errors: [409, 422],
    },
    values: {
      ...change,
      method: 'GET',
      asks: 'look',
      summary: 'What a record would go back to: its values of today and those before the change',
      query: valueQuerySchema,
      answer: earlierValuesSchema,
      isVersioned: true,
      errors: [409],
    },
    writeValues: {
      ...change,
      method: 'POST',
      asks: 'write',
      summary: 'Write these earlier values, of one field or of the whole record',
      query: valueQuerySchema,
      isVersioned: true,
      errors: [409],
    },
  },
} as const satisfies CallGroup;
