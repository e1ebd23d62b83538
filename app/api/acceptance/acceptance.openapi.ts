import { createRoute } from '@hono/zod-openapi';
import {
  acceptExistingPayloadSchema,
  acceptPayloadSchema,
  acceptPreviewSchema,
} from '~/contract/acceptance';
import { linkTokenQuerySchema } from '~/contract/link-token';
import { z } from '~/contract/zod';
import { json, jsonBody, errorResponses } from '../http/openapi';

const tags = ['Invitations'];

export const previewRoute = createRoute({
  method: 'get',
  path: '/',
  tags,
  summary: 'The invitation behind a mailed link; the link stays valid',
  request: { query: linkTokenQuerySchema },
  responses: {
    ...errorResponses(404, 410, 422, 429),
    200: json(acceptPreviewSchema, 'The invitation, and whether its address has an account'),
  },
});

/** Hidden, and described by hand with `acceptBody`: the invitation decides which of two payloads is required. */
export const acceptRoute = createRoute({
  method: 'post',
  path: '/',
  tags,
  hide: true,
  summary:
    'Accept an invitation: with names and a new password, or with the password of the account the address has',
  responses: {
    ...errorResponses(400, 403, 404, 409, 410, 413, 415, 422, 429),
    204: { description: 'Accepted' },
  },
});

export const acceptBody = jsonBody(z.union([acceptPayloadSchema, acceptExistingPayloadSchema]));
