import { createRoute } from '@hono/zod-openapi';
import {
  factorsSchema,
  newRecoveryCodesSchema,
  totpConfirmationSchema,
  totpSetupSchema,
} from '~/contract/factors';
import { newPasskeySchema, passkeyCreationOptionsSchema } from '~/contract/passkeys';
import { bearerSecurity, errorResponses, json, jsonBody } from '../http/openapi';
import { idParamSchema } from '../http/validation';

const tags = ['Account'];
const security = bearerSecurity;

export const getRoute = createRoute({
  method: 'get',
  path: '/',
  tags,
  security,
  summary: "The caller's own second factors, without their secrets",
  responses: { ...errorResponses(401, 403), 200: json(factorsSchema, 'The factors') },
});

export const startTotpRoute = createRoute({
  method: 'post',
  path: '/totp',
  tags,
  security,
  summary: 'Start setting up an authenticator app (RFC 6238); it counts from its confirmation on',
  responses: {
    ...errorResponses(401, 403),
    200: json(totpSetupSchema, 'The secret for the app, shown this once'),
  },
});

export const confirmTotpRoute = createRoute({
  method: 'post',
  path: '/totp/confirmation',
  tags,
  security,
  summary: 'Confirm the app with a code of its own; it takes the place of an earlier one',
  request: { body: jsonBody(totpConfirmationSchema) },
  responses: {
    ...errorResponses(400, 401, 403, 409, 413, 415, 422),
    200: json(newRecoveryCodesSchema, 'Recovery codes with the first factor, else null'),
  },
});

export const removeTotpRoute = createRoute({
  method: 'delete',
  path: '/totp',
  tags,
  security,
  summary: 'Remove the authenticator app',
  responses: { ...errorResponses(401, 403, 404, 409), 204: { description: 'Removed' } },
});

export const recoveryCodesRoute = createRoute({
  method: 'post',
  path: '/recovery-codes',
  tags,
  security,
  summary: 'Ten new recovery codes; the earlier ones stop working',
  responses: {
    ...errorResponses(401, 403, 409),
    200: json(newRecoveryCodesSchema, 'The codes, shown this once'),
  },
});

export const startPasskeyRoute = createRoute({
  method: 'post',
  path: '/passkeys/options',
  tags,
  security,
  summary: 'Start adding a passkey; what it signs can be answered once, within 5 minutes',
  responses: {
    ...errorResponses(401, 403, 409),
    200: json(passkeyCreationOptionsSchema, 'For navigator.credentials.create()'),
  },
});

export const addPasskeyRoute = createRoute({
  method: 'post',
  path: '/passkeys',
  tags,
  security,
  summary: 'Add a passkey by what navigator.credentials.create() has answered',
  request: { body: jsonBody(newPasskeySchema) },
  responses: {
    ...errorResponses(400, 401, 403, 409, 413, 415, 422),
    200: json(newRecoveryCodesSchema, 'Recovery codes with the first factor, else null'),
  },
});

export const removePasskeyRoute = createRoute({
  method: 'delete',
  path: '/passkeys/{id}',
  tags,
  security,
  summary: 'Remove a passkey',
  request: { params: idParamSchema },
  responses: { ...errorResponses(401, 403, 404, 409), 204: { description: 'Removed' } },
});
