import {
  acceptAddressPayloadSchema,
  acceptCodeAnswerSchema,
  acceptExistingPayloadSchema,
  acceptPayloadSchema,
  acceptPreviewSchema,
} from '~/invitations/acceptance';
import { letterCodeSchema } from '~/invitations/letter-code';
import type { CallGroup } from '~/rpc/declare';
import {
  forgotPasswordSchema,
  linkTokenQuerySchema,
  passwordLinkSchema,
  setPasswordPayloadSchema,
} from './new-password';
import { passkeyRequestOptionsSchema } from './passkeys';
import {
  acceptByProviderPayloadSchema,
  acceptStartSchema,
  providerAddressSchema,
} from './provider';
import { loginPayloadSchema, loginResponseSchema, passkeyOptionsPayloadSchema } from './session';
import { z } from '~/fields/zod';

/** Options of calls that are open to everyone: they ask for no rights and no token. */
const anyone = { asks: 'nothing', access: 'anyone' } as const;

export const sessionCalls = {
  base: '/auth',
  tag: 'Session',
  calls: {
    login: {
      method: 'POST',
      ...anyone,
      path: '/login',
      summary: 'Sign in',
      description: 'A token, valid for 12 hours without a call and 7 days in all.',
      body: loginPayloadSchema,
      answer: loginResponseSchema,
      errors: [401, 403, 429],
    },
  },
} as const satisfies CallGroup;

export const signInCalls = {
  base: '/auth',
  tag: 'Session',
  embedded: 'not_found',
  calls: {
    passkeyOptions: {
      method: 'POST',
      ...anyone,
      path: '/passkey-options',
      summary: 'What a passkey of the account signs to sign in, once and within 5 minutes',
      description: 'For navigator.credentials.get().',
      body: passkeyOptionsPayloadSchema,
      answer: passkeyRequestOptionsSchema,
      errors: [401, 403, 409, 429],
    },
    logout: {
      method: 'POST',
      asks: 'nothing',
      path: '/logout',
      access: 'session',
      summary: 'Sign out: the token is no longer valid',
      isOptional: true,
    },
  },
} as const satisfies CallGroup;

export const passwordCalls = {
  base: '/auth',
  tag: 'Session',
  embedded: 'passwords_elsewhere',
  calls: {
    forgot: {
      method: 'POST',
      ...anyone,
      path: '/forgot-password',
      summary: 'Mail a link that sets a new password; the answer is the same for every address',
      body: forgotPasswordSchema,
      errors: [403, 429],
    },
    link: {
      method: 'GET',
      ...anyone,
      path: '/set-password',
      summary: 'Whose password a link sets; the link stays good',
      query: linkTokenQuerySchema,
      answer: passwordLinkSchema,
      errors: [404, 410, 429],
    },
    set: {
      method: 'POST',
      ...anyone,
      path: '/set-password',
      summary: 'Set a password by a link, once; the sessions of the account end',
      body: setPasswordPayloadSchema,
      errors: [403, 404, 410, 429],
    },
  },
} as const satisfies CallGroup;

export const acceptanceCalls = {
  base: '/invitations/accept',
  tag: 'Invitations',
  embedded: 'invitations_elsewhere',
  calls: {
    link: {
      method: 'GET',
      ...anyone,
      summary: 'The invitation behind a mailed link; the link stays valid',
      query: linkTokenQuerySchema,
      answer: acceptPreviewSchema,
      errors: [404, 410, 429],
    },
    code: {
      method: 'POST',
      ...anyone,
      path: '/code',
      summary: 'A link for the code of a letter; the code stays valid until the acceptance',
      body: letterCodeSchema,
      answer: acceptCodeAnswerSchema,
      errors: [403, 404, 410, 429],
    },
    address: {
      method: 'POST',
      ...anyone,
      path: '/address',
      summary: 'Mail a link to the address of a person who has a letter and no address yet',
      body: acceptAddressPayloadSchema,
      errors: [403, 404, 409, 410, 429],
    },
    start: {
      method: 'POST',
      ...anyone,
      path: '/start',
      summary:
        "Begin to accept an administrator's invitation by signing in with the OpenID provider",
      body: acceptStartSchema,
      answer: providerAddressSchema,
      errors: [403, 404, 410, 429, 503],
    },
    accept: {
      method: 'POST',
      ...anyone,
      summary:
        'Accept an invitation: with names and a new password, with the password of the account the address has, or with an account of the provider',
      body: z.union([
        acceptPayloadSchema,
        acceptExistingPayloadSchema,
        acceptByProviderPayloadSchema,
      ]),
      errors: [403, 404, 409, 410, 429],
    },
  },
} as const satisfies CallGroup;
