import { createRoute } from '@hono/zod-openapi';
import {
  findingCountsSchema,
  findingPageSchema,
  findingParamSchema,
  findingQuerySchema,
  setAsideSchema,
} from '~/contract/portfolio-check-schemas';
import { bearerSecurity, errorResponses, json, jsonBody } from '../http/openapi';
import { idParamSchema } from '../http/validation';

const tags = ['Portfolio check'];
const security = bearerSecurity;
const findingParams = findingParamSchema.extend(idParamSchema.shape);

export const countRoute = createRoute({
  method: 'get',
  path: '/',
  tags,
  security,
  summary: 'How many findings of each kind there are now',
  responses: { ...errorResponses(401, 403), 200: json(findingCountsSchema, 'Every kind') },
});

export const listRoute = createRoute({
  method: 'get',
  path: '/{kind}',
  tags,
  security,
  summary: 'A page of the findings of a kind: those that count, or those that were put aside',
  request: { params: findingParamSchema, query: findingQuerySchema },
  responses: { ...errorResponses(401, 403, 404, 422), 200: json(findingPageSchema, 'The page') },
});

export const setAsideRoute = createRoute({
  method: 'put',
  path: '/{kind}/{id}',
  tags,
  security,
  summary: 'Put a finding aside with a reason, until it changes',
  request: { params: findingParams, body: jsonBody(setAsideSchema) },
  responses: {
    ...errorResponses(400, 401, 403, 404, 409, 413, 415, 422),
    204: { description: 'Put aside' },
  },
});

export const takeBackRoute = createRoute({
  method: 'delete',
  path: '/{kind}/{id}',
  tags,
  security,
  summary: 'Let a finding that was put aside count again',
  request: { params: findingParams },
  responses: { ...errorResponses(401, 403, 404), 204: { description: 'Taken back' } },
});
