import { z } from '~/fields/zod';

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** The last file of an export: a list of its content, so that missing or changed files are detected. */
export const manifestSchema = z.object({
  format: z.literal('condo-admin-export'),
  version: z.literal(1),
  created_at: z.string(),
  /** The schema of the rows, for people. The first releases did not write it. */
  schema: z
    .string()
    .regex(/^schema version \d+ \(\d{4}-\d\d-\d\d\)$/)
    .optional(),
  /** Hashes of the migrations, which identify the schema for programs. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(
    z.object({
      name: z.string(),
      rows: z.int().nonnegative(),
      sha256,
      /** The state of the id's sequence, so that no id is ever used twice. */
      sequence: z.object({ last_value: z.string(), is_called: z.boolean() }).nullable(),
    }),
  ),
  pictures: z.array(z.object({ name: z.string(), bytes: z.int().nonnegative(), sha256 })),
  /** Images that records refer to but the store no longer had. */
  missing_pictures: z.array(z.string()),
  /** Tables of the schema that do not belong to the panel and are not exported. */
  other_tables: z.array(z.string()).optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

export const MANIFEST_NAME = 'manifest.json';
export const tableFile = (name: string) => `tables/${name}.ndjson`;
export const imageFile = (name: string) => `media/${name}`;
