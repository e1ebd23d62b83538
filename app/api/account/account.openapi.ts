import { createRoute } from '@hono/zod-openapi';
import {
  accountSchema,
  accountSessionListSchema,
  changePasswordSchema,
  reauthenticationSchema,
  failedSignInListSchema,
} from '~/contract/account';
import { userUpdateSchema } from '~/contract/user';
import { bearerSecurity, errorResponses, json, jsonBody } from '../http/openapi';
import { idParamSchema } from '../http/validation';

const tags = ['Account'];
const security = bearerSecurity;

export const getRoute = createRoute({
  method: 'get',
  path: '/',
  tags,
  security,
  summary: "The caller's own account",
  responses: { ...errorResponses(401, 403), 200: json(accountSchema, 'The account') },
});

export const updateRoute = createRoute({
  method: 'put',
  path: '/',
  tags,
  security,
  summary: "Change the caller's own names; every other field is ignored",
  request: { body: jsonBody(userUpdateSchema) },
  responses: {
    ...errorResponses(400, 401, 403, 413, 415, 422),
    200: json(accountSchema, 'The changed account'),
  },
});

export const passwordRoute = createRoute({
  method: 'post',
  path: '/password',
  tags,
  security,
  summary: "Change the caller's own password; every other session of the account ends",
  request: { body: jsonBody(changePasswordSchema) },
  responses: {
    ...errorResponses(400, 401, 403, 409, 413, 415, 422, 429),
    204: { description: 'The password is changed' },
  },
});

export const reauthenticationRoute = createRoute({
  method: 'post',
  path: '/',
  tags,
  security,
  summary:
    'Show the password again, as calls want that answer 403 with the code reauthentication_required',
  request: { body: jsonBody(reauthenticationSchema) },
  responses: {
    ...errorResponses(400, 401, 403, 413, 415, 422, 429),
    204: { description: 'For 15 minutes it is not asked for again' },
  },
});

export const sessionsRoute = createRoute({
  method: 'get',
  path: '/sessions',
  tags,
  security,
  summary: "The sessions of the caller's own account, the one used last first",
  responses: { ...errorResponses(401, 403), 200: json(accountSessionListSchema, 'The sessions') },
});

export const endOthersRoute = createRoute({
  method: 'delete',
  path: '/sessions',
  tags,
  security,
  summary: "End every session of the caller's own account but this one",
  responses: { ...errorResponses(401, 403), 204: { description: 'Ended' } },
});

export const endRoute = createRoute({
  method: 'delete',
  path: '/sessions/{id}',
  tags,
  security,
  summary: "End one session of the caller's own account",
  request: { params: idParamSchema },
  responses: { ...errorResponses(401, 403, 404), 204: { description: 'Ended' } },
});

export const failedSignInsRoute = createRoute({
  method: 'get',
  path: '/failed-sign-ins',
  tags,
  security,
  summary: "Failed sign-ins to the caller's own account by hour and network address, newest first",
  responses: {
    ...errorResponses(401, 403),
    200: json(failedSignInListSchema, 'The newest 100 of the last 90 days'),
  },
});
