import { createRoute } from '@hono/zod-openapi';
import { BULK_TYPES, bulkCreateResponseSchema, bulkValidateResponseSchema } from '~/contract/bulk';
import { z } from '~/contract/zod';
import { bearerSecurity, fileField, jsonText, errorResponses } from '../http/openapi';

const tags = ['Bulk operations'];
const security = bearerSecurity;

const typeField = z.string().meta({ description: 'What the rows are', enum: [...BULK_TYPES] });

/** For the description alone: the routes read these bodies themselves. */
function formBody(schema: z.ZodType) {
  return { required: true, content: { 'multipart/form-data': { schema } } };
}

export const validateBody = formBody(
  z.object({
    file: fileField('CSV, XLS or XLSX, at most 25 MB and 200,000 rows'),
    type: typeField,
    sheet: z.string().optional().meta({ description: 'Name of the sheet to read' }),
    columns: z
      .string()
      .optional()
      .meta({ description: 'JSON object from heading to field; "" leaves a column out' }),
    condo_id: z
      .string()
      .optional()
      .meta({ description: 'The building of all rows of a file without a column for it' }),
    review: z
      .string()
      .optional()
      .meta({ description: '"true": no rows are read of a file that is to be reviewed' }),
  }),
);

export const validateRoute = createRoute({
  method: 'post',
  path: '/',
  tags,
  security,
  hide: true,
  summary: 'Validate the rows of a CSV, XLS or XLSX file; nothing is written',
  responses: {
    ...errorResponses(400, 401, 403, 413, 415, 422, 503),
    200: jsonText(bulkValidateResponseSchema, 'Valid and invalid rows, and how the file was read'),
  },
});

export const createRowsBody = formBody(
  z.object({
    type: typeField,
    rows: z.string().meta({ description: 'JSON text of the list of rows' }),
  }),
);

export const createRowsRoute = createRoute({
  method: 'post',
  path: '/',
  tags,
  security,
  hide: true,
  summary: 'Create the rows that validation returned: all of them or none',
  responses: {
    ...errorResponses(400, 401, 403, 413, 415, 422, 503),
    200: jsonText(bulkCreateResponseSchema, 'How many were created, or which rows are invalid'),
  },
});

export const XLSX_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const templateRoute = createRoute({
  method: 'get',
  path: '/{type}',
  tags,
  security,
  summary: 'An empty workbook with the columns of a type',
  request: { params: z.object({ type: typeField }) },
  responses: {
    ...errorResponses(401, 403, 404),
    200: {
      description: 'The workbook',
      content: { [XLSX_TYPE]: { schema: z.any().meta({ type: 'string', format: 'binary' }) } },
    },
  },
});
