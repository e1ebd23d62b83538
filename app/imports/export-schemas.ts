import { INVITATION_STATES } from '~/invitations/search';
import { apartmentListQuerySchema } from '~/apartments/schema';
import { condoListQuerySchema } from '~/condos/schema';
import { CSV_SEPARATORS, EXPORT_FORMATS } from './export';
import { valueSchema } from '~/fields/field-schemas';
import { associationFields } from '~/users/fields';
import { userListQuerySchema } from '~/users/schema';
import { z } from '~/fields/zod';

/** An export request: a list with its filters and sort, always all pages. */
const exportQuerySchema = z.discriminatedUnion('list', [
  z.object({ list: z.literal('condos'), query: condoListQuerySchema }),
  z.object({ list: z.literal('apartments'), query: apartmentListQuerySchema }),
  z.object({
    list: z.literal('users'),
    query: userListQuerySchema.omit({
      page: true,
      page_size: true,
      with_total: true,
      after_id: true,
    }),
  }),
  z.object({
    list: z.literal('invitations'),
    query: z.object({
      search: z.string().default(''),
      state: z.enum([...INVITATION_STATES, '']).default(''),
    }),
  }),
  z.object({
    list: z.literal('residents'),
    // The name serves APIs whose associations have no building id.
    query: z.object({
      condo_id: z.int().positive(),
      condo_name: z.string().nullable(),
      /** The day of the residents, by default today. Embedded API only. */
      as_of: valueSchema(associationFields.since).optional(),
    }),
  }),
]);
export type ExportQuery = z.infer<typeof exportQuerySchema>;

export const exportRequestSchema = z.object({
  of: exportQuerySchema,
  /** The records to export, by default all. The ids are one text, since a JSON list takes twice the bytes. */
  ids: z
    .string()
    .regex(/^\d+(?:,\d+)*$/)
    .transform((text) => text.split(',').map(Number))
    .optional(),
  /** Lines of JSON are for the panel: the ids and names of a list's records. */
  format: z.enum([...EXPORT_FORMATS, 'json']),
  separator: z.enum(CSV_SEPARATORS),
});
/** The request as the browser sends it, before defaults. */
export type ExportRequest = z.input<typeof exportRequestSchema>;
