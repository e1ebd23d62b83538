import { fieldErrorSchema, sentenceShape } from '~/rpc/errors/error';
import { CSV_DELIMITERS } from '~/fields/csv-text';
import { z } from '~/fields/zod';
import { INTEGER_MAX } from '~/fields/limits';
import { instant } from '~/fields/field';

/** `type` in the bulk calls of the wire contract, which an external API knows. */
export const WIRE_BULK_TYPES = ['condo', 'apartment', 'user_invite'] as const;
/** Types of the embedded API, which are the names of the static templates. */
export const BULK_TYPES = [...WIRE_BULK_TYPES, 'tenancy'] as const;
export type BulkType = (typeof BULK_TYPES)[number];

/** Encodings of text files, by the names that the embedded API takes. */
export const ENCODINGS = [
  'UTF-8',
  'UTF-16',
  'Windows-1252',
  'Mac Roman',
  'DOS 850',
  'DOS 437',
  'ISO-8859-15',
] as const;
export type EncodingName = (typeof ENCODINGS)[number];

export const DELIMITERS = CSV_DELIMITERS.map(({ name }) => name);

/** Rows may fit stored records, by id or by key: their empty cells keep what is stored, or clear it. */
export const BY_KEY = ['keep', 'clear'] as const;
export type ByKey = (typeof BY_KEY)[number];

export const ROW_NUMBER = 'row_number';

export const BULK_FILE_EXTENSIONS = ['.csv', '.xls', '.xlsx'] as const;

/** A row object: its fields depend on the API. The embedded one adds the row's number in the file. */
export const bulkRowSchema = z.object({ [ROW_NUMBER]: z.int().optional() }).catchall(z.unknown());
/**
 * An invalid row with its error text. The embedded API adds the errors of single fields; the code is that
 * of an error that concerns the whole row.
 */
export const bulkRowErrorSchema = z.object({
  row: z.unknown(),
  error: z.string(),
  errors: z.array(fieldErrorSchema).optional(),
  ...sentenceShape,
});

/** The reading of a file by the embedded API; an external API does not send it. */
export const readingSchema = z.object({
  /** Null for rows, which come from no file. */
  source: z
    .object({
      /** "CSV", "XLSX" or "XLS". */
      format: z.string(),
      encoding: z.string().optional(),
      /** Encodings that are as likely, each with a word as it then reads: one has to be chosen. */
      encodings: z
        .array(z.object({ encoding: z.string(), sample: z.string() }))
        .readonly()
        .optional(),
      /** "comma", "semicolon", "tab" or "pipe". */
      delimiter: z.string().optional(),
      /** The sheet that was read, and all that have rows. */
      sheet: z.string().optional(),
      sheets: z.array(z.string()).readonly().optional(),
      /** Other visible sheets that have the headings, and rows below them. */
      other_sheets: z.array(z.string()).readonly().optional(),
    })
    .nullable(),
  /** The columns, each with the field it is read as; null when it is not read. */
  columns: z.array(z.object({ heading: z.string(), field: z.string().nullable() })).readonly(),
  heading_row: z.int().optional(),
  /** The first rows that are not blank, cut to what a preview shows. */
  first_rows: z
    .array(z.object({ number: z.int(), cells: z.array(z.string()) }))
    .readonly()
    .optional(),
  /** Rows that were left out: headings that come again, titles and numbers of pages. */
  left_out: z.int().optional(),
  /** The building that completed the rows: the file has no column for it. */
  condo_id: z.int().optional(),
  /** The file lacks columns of new records, and rows that fit stored ones can update them. */
  by_key: z.boolean().optional(),
});
export type Reading = z.infer<typeof readingSchema>;
export type FileSource = NonNullable<Reading['source']>;
export type LikelyEncoding = NonNullable<FileSource['encodings']>[number];

/** Headings of columns with values that are not read. */
const unread = z.array(z.string()).optional();

/** Names of buildings and numbers of apartments that the first valid rows refer to, by field and id. */
const referenceNames = z.record(z.string(), z.record(z.string(), z.string())).optional();

export const bulkValidateResponseSchema = z
  .object({
    valid_rows: z.array(bulkRowSchema),
    invalid_rows: z.array(bulkRowErrorSchema),
    names: referenceNames,
    unread,
    /** Numbers of the rows that fit stored records, where asked for. */
    existing: z.array(z.int()).optional(),
  })
  .meta({ id: 'BulkValidateResponse' });

export const bulkCreateResponseSchema = z
  .object({
    created: z.int().nonnegative(),
    errors: z.array(bulkRowErrorSchema),
    /** The record of the import, which can be undone; none where nothing was written. */
    import_id: z.int().optional(),
  })
  .meta({ id: 'BulkCreateResponse' });

/** Response of POST /admin/bulk-apply and of a finished import. `changed` counts rows of an edited export. */
export const bulkApplyResponseSchema = bulkCreateResponseSchema
  .extend({ changed: z.int().nonnegative().optional() })
  .meta({ id: 'BulkApplyResponse' });

/* Review and apply of edited exports by the embedded API (docs/behaviour/edited-exports.md). */

const reviewValueSchema = z.union([z.string(), z.number(), z.null()]);

/** A row that differs from its record. It is applied only if the record still has this `version`. */
export const reviewedRowSchema = z
  .object({
    row_number: z.int(),
    id: z.int(),
    name: z.string(),
    version: z.string(),
    changes: z.array(
      z.object({ field: z.string(), old: reviewValueSchema, new: reviewValueSchema }),
    ),
  })
  .meta({ id: 'ReviewedRow' });
export type ReviewedRow = z.infer<typeof reviewedRowSchema>;

export const bulkReviewSchema = z
  .object({
    changed: z.array(reviewedRowSchema),
    /** The record was changed since the export. */
    conflicts: z.array(reviewedRowSchema),
    /** Rows without an id: what bulk-validate would answer for them. */
    new_rows: z.array(bulkRowSchema),
    names: referenceNames,
    unread,
    invalid_rows: z.array(bulkRowErrorSchema),
    unchanged: z.int(),
    /** Records that the file does not name; they stay. */
    missing: z.int(),
  })
  .meta({ id: 'BulkReview' });
export type BulkReview = z.infer<typeof bulkReviewSchema>;

/** No database keeps NUL characters, or halves of characters: these are replaced. */
const sentText = z
  .string()
  .refine((text) => !text.includes('\0'))
  .transform((text) => text.toWellFormed());

export const rowChangeSchema = z.object({
  row_number: z.int(),
  id: z.int().min(1).max(INTEGER_MAX),
  version: z.string(),
  values: z.record(z.string(), z.union([sentText, z.number(), z.null()])),
});
export type RowChange = z.infer<typeof rowChangeSchema>;

/* Import records, undo, progress and cancel: only the embedded API has them (docs/behaviour/imports.md). */

export const IDEMPOTENCY_KEY_LIMIT_CHARS = 200;

export const bulkImportSchema = z
  .object({
    id: z.int(),
    type: z.enum(BULK_TYPES),
    file_name: z.string().nullable(),
    reason: z.string().nullable(),
    created_by: z.string().nullable(),
    created_at: instant,
    created: z.int(),
    /** Records that an edited export changed; null for any other import. */
    changed: z.int().nullable(),
    undone_at: instant.nullable(),
    removed: z.int().nullable(),
  })
  .meta({ id: 'BulkImport' });
export type BulkImport = z.infer<typeof bulkImportSchema>;

/** Progress of an import. `done` counts rows. An "unknown" import may not have arrived yet. */
export const bulkProgressSchema = z
  .discriminatedUnion('state', [
    z.object({ state: z.literal('unknown') }),
    z.object({ state: z.literal('running'), done: z.int() }),
    z.object({ state: z.literal('finished'), result: bulkApplyResponseSchema }),
    z.object({ state: z.literal('failed'), detail: z.string(), ...sentenceShape }),
  ])
  .meta({ id: 'BulkProgress' });
export type BulkProgress = z.infer<typeof bulkProgressSchema>;

/** Result of "Undo this import". Among the kept records, a second call can remove the `removable` ones. */
export const bulkUndoSchema = z
  .object({
    removed: z.int(),
    /** Records of an edited export that have their old values again. */
    restored: z.int().optional(),
    kept: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        reason: z.string(),
        removable: z.boolean(),
        ...sentenceShape,
      }),
    ),
  })
  .meta({ id: 'BulkUndo' });
export type BulkUndo = z.infer<typeof bulkUndoSchema>;
