import { createRoute } from '@hono/zod-openapi';
import {
  condoCreateSchema,
  condoListQuerySchema,
  condoListSchema,
  condoSchema,
  condoUpdateSchema,
} from '~/contract/condo';
import {
  bearerSecurity,
  etagHeader,
  fileField,
  ifMatchHeader,
  ifNoneMatchHeader,
  NOT_MODIFIED,
  json,
  jsonOrFormBody,
  jsonText,
  errorResponses,
} from '../http/openapi';
import { idParamSchema } from '../http/validation';

const tags = ['Buildings'];
const security = bearerSecurity;

const files = {
  image: fileField('Building image: JPEG, PNG or WebP, less than 5MB'),
  flag: fileField('Canton flag'),
  country_flag: fileField('Country flag'),
};
export const createBody = jsonOrFormBody(condoCreateSchema, condoCreateSchema.extend(files));
export const updateBody = jsonOrFormBody(condoUpdateSchema, condoUpdateSchema.extend(files));

export const listRoute = createRoute({
  method: 'get',
  path: '/',
  tags,
  security,
  summary: 'Buildings, filtered and sorted',
  description:
    'search matches name and address. Search and filters match parts of a text without regard to case and accents.',
  request: { query: condoListQuerySchema, headers: ifNoneMatchHeader },
  responses: {
    ...NOT_MODIFIED,
    ...errorResponses(401, 403, 422),
    200: jsonText(condoListSchema, 'The buildings'),
  },
});

export const createCondoRoute = createRoute({
  method: 'post',
  path: '/',
  tags,
  security,
  hide: true,
  summary: 'Create a building',
  responses: {
    ...errorResponses(400, 401, 403, 413, 415, 422),
    201: json(condoSchema, 'The new building'),
  },
});

export const getRoute = createRoute({
  method: 'get',
  path: '/{id}',
  tags,
  security,
  summary: 'One building',
  request: { params: idParamSchema },
  responses: {
    ...errorResponses(401, 403, 404),
    200: { ...json(condoSchema, 'The building'), headers: etagHeader },
  },
});

export const updateRoute = createRoute({
  method: 'put',
  path: '/{id}',
  tags,
  security,
  hide: true,
  summary: 'Change a building: what is sent changes, the rest stays',
  description:
    'With If-Match the building is changed only if it still has that ETag. An empty or null optional field is cleared. remove_image, remove_flag and remove_country_flag ("True") delete an image; image_url, flag_url and country_flag_url are ignored.',
  request: { params: idParamSchema, headers: ifMatchHeader },
  responses: {
    ...errorResponses(400, 401, 403, 404, 412, 413, 415, 422),
    200: { ...json(condoSchema, 'The changed building'), headers: etagHeader },
  },
});

export const deleteRoute = createRoute({
  method: 'delete',
  path: '/{id}',
  tags,
  security,
  summary: 'Delete a building with its apartments and invitations',
  request: { params: idParamSchema },
  responses: { ...errorResponses(400, 401, 403, 404), 204: { description: 'Deleted' } },
});
