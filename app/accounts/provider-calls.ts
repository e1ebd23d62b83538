import type { CallGroup } from '~/rpc/declare';
import { passkeyRequestOptionsSchema } from './passkeys';
import {
  identitySchema,
  PROVIDER_PATH,
  providerAddressSchema,
  providerCodeSchema,
  providerSignInSchema,
  providerStartSchema,
} from './provider';
import { loginResponseSchema } from './session';

const start = {
  method: 'POST',
  asks: 'own',
  path: '/start',
  body: providerStartSchema,
  answer: providerAddressSchema,
  errors: [404, 429, 503],
} as const;

/**
 * Options for the passkey that answers the request for a second factor. The call does not use up the code.
 */
const passkeyOptions = {
  method: 'POST',
  asks: 'own',
  path: '/passkey-options',
  summary: 'What a passkey of the account signs in place of a code, once and within 5 minutes',
  description:
    'For navigator.credentials.get(), by the one-time code that the provider has led to.',
  body: providerCodeSchema,
  answer: passkeyRequestOptionsSchema,
  errors: [404, 409, 429],
} as const;

export const providerCalls = {
  base: PROVIDER_PATH,
  tag: 'Session',
  embedded: 'not_found',
  calls: {
    start: {
      ...start,
      asks: 'nothing',
      access: 'anyone',
      summary: 'Begin to sign in by the OpenID provider',
      errors: [403, ...start.errors],
    },
    passkeyOptions: { ...passkeyOptions, asks: 'nothing', access: 'anyone' },
    signIn: {
      method: 'POST',
      asks: 'nothing',
      access: 'anyone',
      summary:
        'Sign in by the one-time code that the provider has led to, once and within 30 seconds',
      description:
        'From the browser that began. Within 5 minutes where a second factor is asked for.',
      body: providerSignInSchema,
      answer: loginResponseSchema,
      errors: [401, 403, 404, 409, 429],
    },
  },
} as const satisfies CallGroup;

export const identityCalls = {
  base: '/admin/account/identities',
  tag: 'Account',
  embedded: 'not_found',
  calls: {
    list: {
      method: 'GET',
      asks: 'own',
      summary: "The provider's accounts that sign in to the caller's own account",
      answer: identitySchema.array(),
    },
    start: { ...start, summary: 'Begin to link an account of the OpenID provider' },
    link: {
      method: 'POST',
      asks: 'own',
      summary: "Let an account of the provider sign in to the caller's own account",
      body: providerCodeSchema,
      errors: [404, 409],
    },
    logout: {
      method: 'GET',
      asks: 'own',
      path: '/logout',
      summary:
        "Where the browser goes to end the provider's own session; empty where it offers none",
      answer: providerAddressSchema,
      errors: [404, 503],
    },
    unlink: {
      method: 'DELETE',
      asks: 'own',
      path: '/{id}',
      summary: 'End that',
    },
  },
} as const satisfies CallGroup;

export const confirmationCalls = {
  base: '/admin/account/reauthentication/provider',
  tag: 'Account',
  embedded: 'not_found',
  calls: {
    start: {
      ...start,
      summary:
        'Begin to show by the OpenID provider who one is, as calls want that answer 403 with the code reauthentication_required',
    },
    passkeyOptions,
    confirm: {
      method: 'POST',
      asks: 'own',
      summary:
        'The end of that, in place of the password: the provider has asked the person just now',
      body: providerSignInSchema,
      errors: [404, 429],
    },
  },
} as const satisfies CallGroup;
