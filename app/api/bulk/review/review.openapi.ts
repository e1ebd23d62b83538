import { createRoute } from '@hono/zod-openapi';
import { bulkApplyResponseSchema } from '~/contract/bulk';
import { bulkReviewSchema } from '~/contract/bulk-review';
import { REVIEW_TYPES } from '~/contract/row-review';
import { z } from '~/contract/zod';
import { bearerSecurity, errorResponses, fileField, jsonText } from '../../http/openapi';

const shared = { tags: ['Bulk operations'], security: bearerSecurity, hide: true };
const typeField = z.string().meta({ description: 'What the rows are', enum: [...REVIEW_TYPES] });

/** For the description alone: the routes read these bodies themselves. */
function formBody(schema: z.ZodType) {
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

export const reviewBody = formBody(
  z.object({
    file: fileField(
      'An exported file, edited: CSV, XLS or XLSX with the columns id and row_version',
    ),
    type: typeField,
    sheet: z.string().optional().meta({ description: 'Name of the sheet to read' }),
  }),
);

export const reviewRoute = createRoute({
  ...shared,
  method: 'post',
  path: '/',
  summary: 'Compare the rows of an exported file with the stored records; nothing is written',
  responses: {
    ...errorResponses(400, 401, 403, 413, 415, 422, 503),
    200: jsonText(bulkReviewSchema, 'What the file would change'),
  },
});

export const applyBody = formBody(
  z.object({
    type: typeField,
    changes: z.string().meta({
      description: 'JSON text of the list of changes: row_number, id, version, values',
    }),
    rows: z.string().meta({ description: 'JSON text of the list of new rows' }),
  }),
);

export const applyRoute = createRoute({
  ...shared,
  method: 'post',
  path: '/',
  summary: 'Apply reviewed rows and create new ones: all of them or none',
  responses: {
    ...errorResponses(400, 401, 403, 409, 413, 415, 422, 503),
    200: jsonText(bulkApplyResponseSchema, 'How many were changed and created, or which cannot be'),
  },
});
