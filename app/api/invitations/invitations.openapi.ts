import { createRoute } from '@hono/zod-openapi';
import {
  invitationListQuerySchema,
  invitationListSchema,
  invitationSchema,
  invitePayloadSchema,
} from '~/contract/invitation';
import {
  bearerSecurity,
  errorResponses,
  ifNoneMatchHeader,
  json,
  jsonBody,
  jsonText,
  NOT_MODIFIED,
} from '../http/openapi';
import { idParamSchema } from '../http/validation';

const tags = ['Invitations'];
const security = bearerSecurity;

export const inviteRoute = createRoute({
  method: 'post',
  path: '/',
  tags,
  security,
  summary: 'Invite someone to a building or apartment; the mail is queued',
  request: { body: jsonBody(invitePayloadSchema) },
  responses: {
    ...errorResponses(400, 401, 403, 409, 413, 415, 422),
    201: json(invitationSchema, 'The invitation'),
  },
});

export const listRoute = createRoute({
  method: 'get',
  path: '/',
  tags,
  security,
  summary: 'Pending invitations, newest first',
  request: { query: invitationListQuerySchema, headers: ifNoneMatchHeader },
  responses: {
    ...NOT_MODIFIED,
    ...errorResponses(401, 403, 422),
    200: jsonText(invitationListSchema, 'The invitations'),
  },
});

export const deleteRoute = createRoute({
  method: 'delete',
  path: '/{id}',
  tags,
  security,
  summary: 'Withdraw a pending invitation; its link stops working',
  request: { params: idParamSchema },
  responses: { ...errorResponses(401, 403, 404), 204: { description: 'Withdrawn' } },
});

export const resendRoute = createRoute({
  method: 'post',
  path: '/{id}/resend',
  tags,
  security,
  summary: 'Mail a pending invitation again with a new link, at most once a minute',
  request: { params: idParamSchema },
  responses: {
    ...errorResponses(401, 403, 404, 429),
    200: json(invitationSchema, 'The invitation; its mail is queued'),
  },
});
