import { createRoute } from '@hono/zod-openapi';
import { acceptPreviewSchema, acceptTokenQuerySchema } from '~/contract/acceptance';
import { json, refusals } from '../http/openapi';

const tags = ['Invitations'];

export const previewRoute = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'What a mailed link invites to; the link stays good',
  request: { query: acceptTokenQuerySchema },
  responses: {
    ...refusals(404, 410, 422, 429),
    200: json(acceptPreviewSchema, 'The invitation, and whether its address has an account'),
  },
});

export const acceptRoute = createRoute({
  method: 'post',
  path: '/',
  tags,
  summary:
    'Accept an invitation: with names and a new password, or with the password of the account the address has',
  request: {
    body: {
      required: true,
      content: {
        'application/json': {
          // By name, so that the framework does not check it: which of the two it must be, the invitation decides.
          schema: {
            anyOf: [
              { $ref: '#/components/schemas/AcceptPayload' },
              { $ref: '#/components/schemas/AcceptExistingPayload' },
            ],
          },
        },
      },
    },
  },
  responses: {
    ...refusals(400, 404, 409, 410, 413, 415, 422, 429),
    204: { description: 'Accepted' },
  },
});
