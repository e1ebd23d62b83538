import { fieldErrorSchema, sentenceShape } from '~/rpc/errors/error';
import { CSV_DELIMITERS } from '~/fields/csv-text';
import { z } from '~/fields/zod';
import { INTEGER_MAX } from '~/fields/limits';
import { instant } from '~/fields/field';

/** `type` in the bulk calls of the wire contract, which external APIs support. */
export const WIRE_BULK_TYPES = ['condo', 'apartment', 'user_invite'] as const;
/** Types of the embedded API. They are also the names of the static templates. */
export const BULK_TYPES = [...WIRE_BULK_TYPES, 'tenancy'] as const;
export type BulkType = (typeof BULK_TYPES)[number];

/** Encodings of text files, by the names that the embedded API accepts. */
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

/** Rows may match stored records, by id or by key. Their empty cells keep the stored value, or clear it. */
export const BY_KEY = ['keep', 'clear'] as const;
export type ByKey = (typeof BY_KEY)[number];

export const ROW_NUMBER = 'row_number';

export const BULK_FILE_EXTENSIONS = ['.csv', '.xls', '.xlsx'] as const;

/** A row object. Its fields depend on the API; the embedded one adds the row's number in the file. */
export const bulkRowSchema = z.object({ [ROW_NUMBER]: z.int().optional() }).catchall(z.unknown());
/**
 * An invalid row with its error text. The embedded API adds the errors of single fields. The code belongs
 * to an error about the whole row.
 */
export const bulkRowErrorSchema = z.object({
  row: z.unknown(),
  error: z.string(),
  errors: z.array(fieldErrorSchema).optional(),
  ...sentenceShape,
});

/** Facts about how the embedded API has read a file. An external API does not send them. */
export const readingSchema = z.object({
  /** Null for rows that come from no file. */
  source: z
    .object({
      /** "CSV", "XLSX" or "XLS". */
      format: z.string(),
      encoding: z.string().optional(),
      /** Encodings that are equally likely, each with a sample word. The user has to choose one. */
      encodings: z
        .array(z.object({ encoding: z.string(), sample: z.string() }))
        .readonly()
        .optional(),
      /** "comma", "semicolon", "tab" or "pipe". */
      delimiter: z.string().optional(),
      /** The sheet that was read, and all sheets with rows. */
      sheet: z.string().optional(),
      sheets: z.array(z.string()).readonly().optional(),
      /** Other visible sheets with the headings and rows below them. */
      other_sheets: z.array(z.string()).readonly().optional(),
      /** Hidden sheets with the headings and rows below them. One of them may be the sheet that was read. */
      hidden_sheets: z.array(z.string()).readonly().optional(),
    })
    .nullable(),
  /** The columns, each with its field; null if the column is not read. */
  columns: z.array(z.object({ heading: z.string(), field: z.string().nullable() })).readonly(),
  heading_row: z.int().optional(),
  /** The first rows that are not blank, shortened for a preview. */
  first_rows: z
    .array(z.object({ number: z.int(), cells: z.array(z.string()) }))
    .readonly()
    .optional(),
  /** Number of rows that were left out: repeated headings, titles and page numbers. */
  left_out: z.int().optional(),
  /** Number of rows that the sheet hides, which are read like the others. */
  hidden_rows: z.int().optional(),
  /** Headings of columns that the sheet hides, which are read like the others. */
  hidden_columns: z.array(z.string()).readonly().optional(),
  /** The building of all rows, if the file has no column for it. */
  condo_id: z.int().optional(),
  /** True if the file lacks columns of new records, but its rows can update stored ones. */
  by_key: z.boolean().optional(),
});
export type Reading = z.infer<typeof readingSchema>;
export type FileSource = NonNullable<Reading['source']>;
export type LikelyEncoding = NonNullable<FileSource['encodings']>[number];

/** Headings of columns with values that were not read. */
const unread = z.array(z.string()).optional();

/** Names of buildings and numbers of apartments that the first valid rows refer to, by field and id. */
const referenceNames = z.record(z.string(), z.record(z.string(), z.string())).optional();

export const bulkValidateResponseSchema = z
  .object({
    valid_rows: z.array(bulkRowSchema),
    invalid_rows: z.array(bulkRowErrorSchema),
    names: referenceNames,
    unread,
    /** Numbers of the rows that match stored records, if requested. */
    existing: z.array(z.int()).optional(),
  })
  .meta({ id: 'BulkValidateResponse' });

export const bulkCreateResponseSchema = z
  .object({
    created: z.int().nonnegative(),
    errors: z.array(bulkRowErrorSchema),
    /** Id of the import record, by which the import can be undone; missing if nothing was written. */
    import_id: z.int().optional(),
  })
  .meta({ id: 'BulkCreateResponse' });

/**
 * Response of POST /admin/bulk-apply and of a finished import. `changed` counts the rows of an edited
 * export.
 */
export const bulkApplyResponseSchema = bulkCreateResponseSchema
  .extend({ changed: z.int().nonnegative().optional() })
  .meta({ id: 'BulkApplyResponse' });

/* Review and application of edited exports by the embedded API (docs/behaviour/edited-exports.md). */

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
    /** Rows of records that have changed since the export. */
    conflicts: z.array(reviewedRowSchema),
    /** Rows without an id, as bulk-validate would answer them. */
    new_rows: z.array(bulkRowSchema),
    names: referenceNames,
    unread,
    invalid_rows: z.array(bulkRowErrorSchema),
    unchanged: z.int(),
    /** Number of records that the file does not name. They stay. */
    missing: z.int(),
  })
  .meta({ id: 'BulkReview' });
export type BulkReview = z.infer<typeof bulkReviewSchema>;

/** A text without NUL characters and lone surrogates, which no database stores: these are replaced. */
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
    /** Number of records that an edited export changed; null for any other import. */
    changed: z.int().nullable(),
    undone_at: instant.nullable(),
    removed: z.int().nullable(),
  })
  .meta({ id: 'BulkImport' });
export type BulkImport = z.infer<typeof bulkImportSchema>;

/** Progress of an import. `done` counts rows. An "unknown" import may not have reached the server yet. */
export const bulkProgressSchema = z
  .discriminatedUnion('state', [
    z.object({ state: z.literal('unknown') }),
    z.object({ state: z.literal('running'), done: z.int() }),
    z.object({ state: z.literal('finished'), result: bulkApplyResponseSchema }),
    z.object({ state: z.literal('failed'), detail: z.string(), ...sentenceShape }),
  ])
  .meta({ id: 'BulkProgress' });
export type BulkProgress = z.infer<typeof bulkProgressSchema>;

/** Result of "Undo this import". A second call can remove those kept records that are `removable`. */
export const bulkUndoSchema = z
  .object({
    removed: z.int(),
    /** Number of records of an edited export that got their old values back. */
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
