import { createRoute } from '@hono/zod-openapi';
import {
  historyFilterSchema,
  historyPageSchema,
  historyQuerySchema,
} from '~/contract/history-schemas';
import { z } from '~/contract/zod';
import { bearerSecurity, errorResponses, json } from '../http/openapi';

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
