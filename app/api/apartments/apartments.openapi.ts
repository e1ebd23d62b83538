import { createRoute } from '@hono/zod-openapi';
import {
  apartmentCreateSchema,
  apartmentListQuerySchema,
  apartmentListSchema,
  apartmentSchema,
  apartmentUpdateSchema,
} from '~/contract/apartment';
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

const tags = ['Apartments'];
const security = bearerSecurity;

export const listRoute = createRoute({
  method: 'get',
  path: '/',
  tags,
  security,
  summary: 'Apartments by building and number; search matches the number',
  request: { query: apartmentListQuerySchema, headers: ifNoneMatchHeader },
  responses: {
    ...NOT_MODIFIED,
    ...errorResponses(401, 403, 422),
    200: jsonText(apartmentListSchema, 'The apartments'),
  },
});

export const createApartmentRoute = createRoute({
  method: 'post',
  path: '/',
  tags,
  security,
  summary: 'Create an apartment',
  request: { body: jsonBody(apartmentCreateSchema) },
  responses: {
    ...errorResponses(400, 401, 403, 409, 413, 415, 422),
    201: json(apartmentSchema, 'The new apartment'),
  },
});

export const getRoute = createRoute({
  method: 'get',
  path: '/{id}',
  tags,
  security,
  summary: 'One apartment',
  request: { params: idParamSchema },
  responses: {
    ...errorResponses(401, 403, 404),
    200: { ...json(apartmentSchema, 'The apartment'), headers: etagHeader },
  },
});

export const updateRoute = createRoute({
  method: 'put',
  path: '/{id}',
  tags,
  security,
  summary: 'Change an apartment: what is sent changes, null clears, the rest stays',
  description: 'With If-Match the apartment is changed only if it still has that ETag.',
  request: {
    params: idParamSchema,
    headers: ifMatchHeader,
    body: jsonBody(apartmentUpdateSchema),
  },
  responses: {
    ...errorResponses(400, 401, 403, 404, 409, 412, 413, 415, 422),
    200: { ...json(apartmentSchema, 'The changed apartment'), headers: etagHeader },
  },
});

export const deleteRoute = createRoute({
  method: 'delete',
  path: '/{id}',
  tags,
  security,
  summary: 'Delete an apartment with its invitations',
  request: { params: idParamSchema },
  responses: { ...errorResponses(400, 401, 403, 404), 204: { description: 'Deleted' } },
});
