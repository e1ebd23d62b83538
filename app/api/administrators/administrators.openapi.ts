import { createRoute } from '@hono/zod-openapi';
import {
  administratorInvitationListSchema,
  administratorInvitationSchema,
  administratorListSchema,
  failedSignInCountsSchema,
  inviteAdministratorSchema,
} from '~/contract/administrator';
import { bearerSecurity, errorResponses, json, jsonBody } from '../http/openapi';
import { idParamSchema } from '../http/validation';

const tags = ['Administrators'];
const security = bearerSecurity;

export const listRoute = createRoute({
  method: 'get',
  path: '/',
  tags,
  security,
  summary: 'The super administrators, by e-mail',
  responses: { ...errorResponses(401, 403), 200: json(administratorListSchema, 'They') },
});

export const withdrawRoute = createRoute({
  method: 'delete',
  path: '/{id}',
  tags,
  security,
  summary:
    "Withdraw another administrator's rights and end their sessions; the account stays. Never one's own, never the last one's",
  request: { params: idParamSchema },
  responses: { ...errorResponses(400, 401, 403, 404), 204: { description: 'Withdrawn' } },
});

export const invitationsRoute = createRoute({
  method: 'get',
  path: '/invitations',
  tags,
  security,
  summary: 'Pending invitations to become an administrator, newest first',
  responses: {
    ...errorResponses(401, 403),
    200: json(administratorInvitationListSchema, 'The invitations'),
  },
});

export const inviteRoute = createRoute({
  method: 'post',
  path: '/invitations',
  tags,
  security,
  summary:
    'Invite someone to become an administrator; the mail is queued. A second call sends a new link, at most once a minute',
  request: { body: jsonBody(inviteAdministratorSchema) },
  responses: {
    ...errorResponses(400, 401, 403, 409, 413, 415, 422, 429),
    201: json(administratorInvitationSchema, 'The invitation'),
  },
});

export const removeInvitationRoute = createRoute({
  method: 'delete',
  path: '/invitations/{id}',
  tags,
  security,
  summary: 'Withdraw a pending invitation; its links stop working',
  request: { params: idParamSchema },
  responses: { ...errorResponses(401, 403, 404), 204: { description: 'Withdrawn' } },
});

export const failedSignInsRoute = createRoute({
  method: 'get',
  path: '/failed-sign-ins',
  tags,
  security,
  summary: 'How many sign-ins failed, of all accounts and of addresses that nobody has',
  responses: { ...errorResponses(401, 403), 200: json(failedSignInCountsSchema, 'The counts') },
});
