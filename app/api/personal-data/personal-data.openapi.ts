import { createRoute } from '@hono/zod-openapi';
import { personalDataSchema } from '~/contract/personal-data';
import { bearerSecurity, errorResponses, jsonText } from '../http/openapi';
import { idParamSchema } from '../http/validation';

const tags = ['Personal data'];
const security = bearerSecurity;

export const exportRoute = createRoute({
  method: 'get',
  path: '/{id}',
  tags,
  security,
  summary: 'All that is known of a person, as one file; never hashes or tokens',
  request: { params: idParamSchema },
  responses: {
    ...errorResponses(401, 403, 404),
    200: jsonText(personalDataSchema, 'The file'),
  },
});

export const eraseRoute = createRoute({
  method: 'delete',
  path: '/{id}',
  tags,
  security,
  summary: 'Erase an inactive person: name, e-mail, picture and password go for good',
  description:
    'In the history and in invitations too: who and which field stay, the values go. Associations stay countable.',
  request: { params: idParamSchema },
  responses: { ...errorResponses(401, 403, 404, 409), 204: { description: 'Erased' } },
});
