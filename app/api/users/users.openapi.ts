import { createRoute } from '@hono/zod-openapi';
import { userListQuerySchema, userListSchema, userSchema, userUpdateSchema } from '~/contract/user';
import {
  bearerSecurity,
  etagHeader,
  ifMatchHeader,
  ifNoneMatchHeader,
  NOT_MODIFIED,
  json,
  jsonBody,
  jsonText,
  errorResponses,
} from '../http/openapi';
import { idParamSchema } from '../http/validation';

const tags = ['Users'];
const security = bearerSecurity;

export const listRoute = createRoute({
  method: 'get',
  path: '/',
  tags,
  security,
  summary:
    'A page of users, oldest first; search matches e-mail and name, a page past the end is the last one',
  request: { query: userListQuerySchema, headers: ifNoneMatchHeader },
  responses: {
    ...NOT_MODIFIED,
    ...errorResponses(401, 403, 422),
    200: jsonText(userListSchema, 'The page'),
  },
});

export const getRoute = createRoute({
  method: 'get',
  path: '/{id}',
  tags,
  security,
  summary: 'One user',
  request: { params: idParamSchema },
  responses: {
    ...errorResponses(401, 403, 404),
    200: { ...json(userSchema, 'The user'), headers: etagHeader },
  },
});

export const updateRoute = createRoute({
  method: 'put',
  path: '/{id}',
  tags,
  security,
  summary: 'Change the names; the e-mail is read-only and every other field is ignored',
  description:
    'With If-Match the names are changed only if the user still has that ETag; it covers the names alone.',
  request: { params: idParamSchema, headers: ifMatchHeader, body: jsonBody(userUpdateSchema) },
  responses: {
    ...errorResponses(400, 401, 403, 404, 409, 412, 413, 415, 422),
    200: { ...json(userSchema, 'The changed user'), headers: etagHeader },
  },
});

export const deleteRoute = createRoute({
  method: 'delete',
  path: '/{id}',
  tags,
  security,
  summary: 'Deactivate a user, end their tokens, remove their associations and pending invitations',
  request: { params: idParamSchema },
  responses: { ...errorResponses(400, 401, 403, 404), 204: { description: 'Deactivated' } },
});
