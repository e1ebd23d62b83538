import {
  accountSchema,
  accountSessionSchema,
  accountUpdateSchema,
  changePasswordSchema,
  failedSignInSchema,
  reauthenticationSchema,
} from './account';
import { apiTokenSchema, createdApiTokenSchema, newApiTokenSchema } from './api-tokens';
import type { CallGroup } from '~/rpc/declare';
import {
  factorsSchema,
  newRecoveryCodesSchema,
  totpConfirmationSchema,
  totpSetupSchema,
} from './factors';
import { newPasskeySchema, passkeyCreationOptionsSchema } from './passkeys';

const own = { tag: 'Account', embedded: 'not_found' } as const;

export const accountCalls = {
  base: '/admin/account',
  ...own,
  calls: {
    get: {
      method: 'GET',
      asks: 'own',
      summary: "The caller's own account",
      answer: accountSchema,
    },
    update: {
      method: 'PUT',
      asks: 'own',
      summary:
        "Change the caller's own names, language and daily mail; every other field is ignored",
      body: accountUpdateSchema,
      answer: accountSchema,
    },
    changePassword: {
      method: 'POST',
      asks: 'own',
      path: '/password',
      summary: "Change the caller's own password; every other session of the account ends",
      body: changePasswordSchema,
      errors: [409, 429],
    },
    sessions: {
      method: 'GET',
      asks: 'own',
      path: '/sessions',
      summary: "The sessions of the caller's own account, the one used last first",
      answer: accountSessionSchema.array(),
    },
    endOtherSessions: {
      method: 'DELETE',
      asks: 'own',
      path: '/sessions',
      summary: "End every session of the caller's own account but this one",
    },
    endSession: {
      method: 'DELETE',
      asks: 'own',
      path: '/sessions/{id}',
      summary: "End one session of the caller's own account",
    },
    failedSignIns: {
      method: 'GET',
      asks: 'own',
      path: '/failed-sign-ins',
      summary:
        "Failed sign-ins to the caller's own account by hour and network address, newest first: the newest 100 of the last 90 days",
      answer: failedSignInSchema.array(),
    },
  },
} as const satisfies CallGroup;

export const reauthenticationCalls = {
  base: '/admin/account/reauthentication',
  ...own,
  calls: {
    confirm: {
      method: 'POST',
      asks: 'own',
      summary:
        'Show the password again, as calls want that answer 403 with the code reauthentication_required',
      description: 'For 15 minutes it is not asked for again.',
      body: reauthenticationSchema,
      errors: [429],
    },
  },
} as const satisfies CallGroup;

export const apiTokenCalls = {
  base: '/admin/account/api-tokens',
  ...own,
  calls: {
    list: {
      method: 'GET',
      asks: 'own',
      summary: "The caller's own tokens for scripts that have not ended, the newest first",
      answer: apiTokenSchema.array(),
    },
    create: {
      method: 'POST',
      asks: 'own',
      summary: 'A new token for scripts, shown this once',
      body: newApiTokenSchema,
      answer: createdApiTokenSchema,
      isCreated: true,
      errors: [409],
    },
    revoke: {
      method: 'DELETE',
      asks: 'own',
      path: '/{id}',
      summary: "End one of the caller's own tokens at once",
    },
  },
} as const satisfies CallGroup;

export const factorCalls = {
  base: '/admin/account/factors',
  ...own,
  calls: {
    get: {
      method: 'GET',
      asks: 'own',
      summary: "The caller's own second factors, without their secrets",
      answer: factorsSchema,
    },
    startTotp: {
      method: 'POST',
      asks: 'own',
      path: '/totp',
      summary:
        'Start setting up an authenticator app (RFC 6238); it counts from its confirmation on. The secret is shown this once',
      answer: totpSetupSchema,
    },
    confirmTotp: {
      method: 'POST',
      asks: 'own',
      path: '/totp/confirmation',
      summary: 'Confirm the app with a code of its own; it takes the place of an earlier one',
      description: 'Recovery codes with the first factor, else null.',
      body: totpConfirmationSchema,
      answer: newRecoveryCodesSchema,
      errors: [409],
    },
    removeTotp: {
      method: 'DELETE',
      asks: 'own',
      path: '/totp',
      summary: 'Remove the authenticator app',
      errors: [404, 409],
    },
    renewRecoveryCodes: {
      method: 'POST',
      asks: 'own',
      path: '/recovery-codes',
      summary: 'Ten new recovery codes, shown this once; the earlier ones stop working',
      answer: newRecoveryCodesSchema,
      errors: [409],
    },
    startPasskey: {
      method: 'POST',
      asks: 'own',
      path: '/passkeys/options',
      summary: 'Start adding a passkey; what it signs can be answered once, within 5 minutes',
      description: 'For navigator.credentials.create().',
      answer: passkeyCreationOptionsSchema,
      errors: [409],
    },
    addPasskey: {
      method: 'POST',
      asks: 'own',
      path: '/passkeys',
      summary: 'Add a passkey by what navigator.credentials.create() has answered',
      description: 'Recovery codes with the first factor, else null.',
      body: newPasskeySchema,
      answer: newRecoveryCodesSchema,
      errors: [409],
    },
    removePasskey: {
      method: 'DELETE',
      asks: 'own',
      path: '/passkeys/{id}',
      summary: 'Remove a passkey',
      errors: [409],
    },
  },
} as const satisfies CallGroup;
