import {
  BULK_TYPES,
  BY_KEY,
  DELIMITERS,
  ENCODINGS,
  bulkApplyResponseSchema,
  bulkCreateResponseSchema,
  bulkValidateResponseSchema,
  bulkImportSchema,
  bulkProgressSchema,
  bulkUndoSchema,
  IDEMPOTENCY_KEY_LIMIT_CHARS,
  bulkReviewSchema,
} from './schema';
import { readBulkType } from './bulk-columns';
import type { CallGroup } from '~/rpc/declare';
import { EDITED_TYPES } from './row-error';
import { z } from '~/fields/zod';

/* One group per path, since their bodies differ. The API parses the forms itself (./server/bulk-form.ts). */

const tag = 'Bulk operations';
const own = { tag, embedded: 'not_found' } as const;

const typeOf = (types: readonly string[]) =>
  z
    .string()
    .refine((name) => types.includes(readBulkType(name) ?? name))
    .meta({ description: 'What the rows are', enum: [...types] });
const choice = (description: string) => z.string().optional().meta({ description });
/** The user's choices of how to read a file, which replace the detected ones. */
const reading = {
  sheet: choice('Name of the sheet to read'),
  encoding: z.enum(ENCODINGS).optional().meta({ description: 'Encoding of a CSV file' }),
  delimiter: z.enum(DELIMITERS).optional().meta({ description: 'Separator of a CSV file' }),
  heading_row: choice('Number of the row with the headings'),
  columns: choice('JSON object from heading to field; "" leaves a column out'),
  condo_id: choice('The building of all rows of a file without a column for it'),
  edited: choice('"true": of rows that were read before, whose decimals stay'),
};
const rows = z.string().meta({ description: 'JSON text of the list of new rows' });

export const bulkValidateCalls = {
  base: '/admin/bulk-validate',
  tag,
  calls: {
    file: {
      method: 'POST',
      asks: 'review',
      summary: 'Validate the rows of a CSV, XLS or XLSX file; nothing is written',
      form: z.object({
        type: typeOf(BULK_TYPES),
        ...reading,
        review: choice(
          '"true": no rows are read of a file that is to be reviewed, and rows of stored records are named',
        ),
      }),
      isFormOnly: true,
      files: { file: 'CSV, XLS or XLSX, at most 25 MB and 200,000 rows' },
      answer: bulkValidateResponseSchema,
      isRead: true,
      errors: [503],
    },
  },
} as const satisfies CallGroup;

export const bulkCreateCalls = {
  base: '/admin/bulk-create',
  tag,
  calls: {
    rows: {
      method: 'POST',
      asks: 'write',
      summary: 'Create the rows that validation returned: all of them or none',
      form: z.object({
        type: typeOf(BULK_TYPES),
        rows,
        source: choice(
          '"invitations": the mails wait for an undo, and the answer has the id of the import',
        ),
        mail: choice('"none": the invitations are stored, and nobody is mailed'),
        file_name: choice('Kept with the record of the import, whose id the answer then has'),
      }),
      isFormOnly: true,
      isKeyed: true,
      answer: bulkCreateResponseSchema,
      isAnswered: true,
      errors: [503],
    },
  },
} as const satisfies CallGroup;

export const bulkReviewCalls = {
  base: '/admin/bulk-review',
  ...own,
  calls: {
    file: {
      method: 'POST',
      asks: 'review',
      summary: 'Compare the rows of an exported file with the stored records; nothing is written',
      form: z.object({
        type: typeOf(EDITED_TYPES),
        ...reading,
        by_key: z.enum(BY_KEY).optional().meta({
          description:
            'Rows are found by id, name, number or e-mail address; empty cells keep what is stored or clear it',
        }),
      }),
      isFormOnly: true,
      files: {
        file: 'CSV, XLS or XLSX: an exported file, edited, with the columns id and row_version, or with by_key any file',
      },
      answer: bulkReviewSchema,
      isRead: true,
      errors: [503],
    },
  },
} as const satisfies CallGroup;

export const bulkApplyCalls = {
  base: '/admin/bulk-apply',
  ...own,
  calls: {
    changes: {
      method: 'POST',
      asks: 'write',
      summary: 'Apply reviewed rows and create new ones: all of them or none',
      form: z.object({
        type: typeOf(EDITED_TYPES),
        changes: z.string().meta({
          description: 'JSON text of the list of changes: row_number, id, version, values',
        }),
        rows,
        reason: choice('Why, kept with the history entry'),
      }),
      isFormOnly: true,
      isKeyed: true,
      answer: bulkApplyResponseSchema,
      errors: [409, 503],
    },
  },
} as const satisfies CallGroup;

const key = z.string().min(1).max(IDEMPOTENCY_KEY_LIMIT_CHARS);

export const bulkImportCalls = {
  base: '/admin/bulk-imports',
  ...own,
  calls: {
    list: {
      method: 'GET',
      asks: 'look',
      summary: 'Records of the latest imports, newest first',
      answer: bulkImportSchema.array(),
    },
    progress: {
      method: 'GET',
      asks: 'look',
      path: '/progress/{key}',
      summary: 'Progress of the import with this Idempotency-Key',
      params: { key },
      answer: bulkProgressSchema,
    },
    cancel: {
      method: 'DELETE',
      asks: 'write',
      path: '/progress/{key}',
      summary: 'Cancel the import with this Idempotency-Key; it is rolled back',
      params: { key },
    },
    undo: {
      method: 'POST',
      asks: 'write',
      path: '/{id}/undo',
      summary: 'Remove what an import created, except what was changed since or is in use',
      query: z.object({
        include_changed: z.enum(['true', 'false']).optional().meta({
          description:
            'Removes what was changed since the import as well, also after an undo that kept it',
        }),
      }),
      answer: bulkUndoSchema,
      errors: [409, 503],
    },
  },
} as const satisfies CallGroup;

export const bulkTemplateCalls = {
  base: '/admin/bulk-templates',
  ...own,
  calls: {
    get: {
      method: 'GET',
      asks: 'look',
      path: '/{type}',
      summary: 'An empty workbook with the columns of a type',
      params: { type: typeOf(BULK_TYPES) },
      answer: z.any().meta({ type: 'string', format: 'binary' }),
      fileType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    },
  },
} as const satisfies CallGroup;
