import { createRoute } from '@hono/zod-openapi';
import {
  historyFilterSchema,
  historyPageSchema,
  historyQuerySchema,
} from '~/contract/history-schemas';
import {
  changeIdSchema,
  earlierValuesSchema,
  entryIdSchema,
  restoredSchema,
  restoreRecordSchema,
  valueQuerySchema,
} from '~/contract/history-restore';
import { z } from '~/contract/zod';
import {
  bearerSecurity,
  errorResponses,
  etagHeader,
  ifMatchHeader,
  json,
  jsonBody,
} from '../http/openapi';

const tags = ['History'];
const security = bearerSecurity;

export const listRoute = createRoute({
  method: 'get',
  path: '/',
  tags,
  security,
  summary: 'What was changed, newest first; with kind and record the history of one record',
  request: { query: historyQuerySchema },
  responses: { ...errorResponses(401, 403, 422), 200: json(historyPageSchema, 'A page') },
});

export const exportRoute = createRoute({
  method: 'get',
  path: '/export',
  tags,
  security,
  summary: 'The same as a CSV file, a line for each changed field',
  request: { query: historyFilterSchema },
  responses: {
    ...errorResponses(401, 403, 422),
    200: { description: 'The file', content: { 'text/csv': { schema: z.string() } } },
  },
});

const restoreResponses = {
  ...errorResponses(401, 403, 404, 409, 422),
  200: json(restoredSchema, 'How many records are there again'),
};

export const restoreRecordRoute = createRoute({
  method: 'post',
  path: '/restore',
  tags,
  security,
  summary: "Undo a record's newest deletion, or a person's deactivation",
  request: { body: jsonBody(restoreRecordSchema) },
  responses: { ...errorResponses(400, 413, 415), ...restoreResponses },
});

export const restoreEntryRoute = createRoute({
  method: 'post',
  path: '/{entry}/restore',
  tags,
  security,
  summary: 'Bring back everything that an entry took away, with ids, links and images, or nothing',
  request: { params: entryIdSchema },
  responses: restoreResponses,
});

export const restoreChangeRoute = createRoute({
  method: 'post',
  path: '/{entry}/changes/{change}/restore',
  tags,
  security,
  summary: 'The same for one record of the entry',
  request: { params: changeIdSchema },
  responses: restoreResponses,
});

export const earlierValuesRoute = createRoute({
  method: 'get',
  path: '/{entry}/changes/{change}/values',
  tags,
  security,
  summary: 'What a record would go back to: its values of today and those before the change',
  request: { params: changeIdSchema, query: valueQuerySchema },
  responses: {
    ...errorResponses(401, 403, 404, 409, 422),
    200: { ...json(earlierValuesSchema, 'The fields that differ'), headers: etagHeader },
  },
});

export const writeValuesRoute = createRoute({
  method: 'post',
  path: '/{entry}/changes/{change}/values',
  tags,
  security,
  summary: 'Write these earlier values, of one field or of the whole record',
  request: { params: changeIdSchema, query: valueQuerySchema, headers: ifMatchHeader },
  responses: {
    ...errorResponses(401, 403, 404, 409, 412, 422),
    204: { description: 'Written' },
  },
});
