import { beforeEach } from 'vitest';
import { createApi } from '~/rpc/embedded/app.server';
import {
  authenticators,
  passkeyChallenges,
  passkeys,
  rateLimits,
  recoveryCodes,
  sessions,
} from '~/platform/database/schema/account';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { factorsSchema } from '~/accounts/factors';
import { passkeyRequestOptionsSchema } from '~/accounts/passkeys';
import {
  callsOf,
  createTestApi,
  insertUser,
  logIn,
  tokenIn,
  type Calls,
  type TestApi,
} from '../../support/api';
import { otherConnections } from '../../support/connections';
import { enrolApp, enrolPasskey, passkeyOptions, RELYING_PARTY } from '../../support/factors';
import { must } from '../../support/must';
import { perFile } from '../../support/opened';
import type { SoftwareAuthenticator } from '../../support/software-authenticator';

export const EMAIL = 'ada@example.com';
export const PASSWORD = 'four words make one';
export const FACTORS = '/admin/account/factors';
export const MINUTE_MS = 60_000;
export const REQUIRED = { status: 401, code: 'second_factor_required' };
const OPTIONS = '/auth/passkey-options';
const SETTINGS = {
  publicUrl: RELYING_PARTY.origin,
  maxConnections: 5,
  relyingParty: RELYING_PARTY,
};

export type Server = Pick<TestApi, 'fetch'>;

/** Ada, an administrator whose password is known, at an API that offers passkeys. */
async function openFactorDesk() {
  const state = { now: new Date('2026-11-22T10:00:00Z'), token: '' };
  const api = await createTestApi({ clock: () => state.now, settings: SETTINGS });
  const password_hash = `plain:${PASSWORD}`;
  const adaId = await insertUser(api.db, { email: EMAIL, is_superuser: true, password_hash });

  function later(milliseconds: number): void {
    state.now = new Date(state.now.getTime() + milliseconds);
  }

  const credentials = { username: EMAIL, password: PASSWORD };
  const login = (more: object = {}, address = '192.0.2.1', server: Server = api) =>
    logIn(server, { ...credentials, ...more }, address);
  const signedIn = (more: object = {}) => tokenIn(login(more));

  /** An hour later nobody has a factor, and Ada has just signed in. */
  async function reset(): Promise<void> {
    later(60 * MINUTE_MS);
    const factorTables = [authenticators, recoveryCodes, passkeys, passkeyChallenges];
    for (const table of [rateLimits, sessions, ...factorTables]) await api.db.delete(table);
    state.token = await signedIn();
  }

  const askOptions = (more: object = {}, server: Server = api, address = '192.0.2.1') =>
    callsOf(server, null, address).call('POST', OPTIONS, { ...credentials, ...more });
  async function signInOptions(...args: Parameters<typeof askOptions>) {
    const answer = await askOptions(...args);
    return passkeyRequestOptionsSchema.parse(await answer.json());
  }

  const call: Calls['call'] = (...sent) => api.as(state.token).call(...sent);
  const read: Calls['read'] = (...sent) => api.as(state.token).read(...sent);
  const factors = () => read(factorsSchema, 'GET', FACTORS);
  const firstPasskeyId = async () => must((await factors()).passkeys[0], 'passkey').id;

  /** An API on the same database with other settings. */
  const withSettings = (settings: Partial<ApiDeps['settings']>) =>
    createApi({ ...api.deps, settings: { ...SETTINGS, ...settings } });

  /** An API on the same database with its own connections, as another process has it. */
  const otherProcess = () => createApi({ ...api.deps, db: otherConnections(api.database).db });

  return Object.assign(state, {
    api,
    adaId,
    later,
    login,
    signedIn,
    reset,
    askOptions,
    signInOptions,
    call,
    read,
    factors,
    firstPasskeyId,
    withSettings,
    otherProcess,
    enrolApp: () => enrolApp(api, state.token, state.now),
    enrolPasskey: (device?: SoftwareAuthenticator) => enrolPasskey(api, state.token, device),
    passkeyOptions: () => passkeyOptions(api, state.token),
    close: () => api.close(),
  });
}

/** The desk of a file's tests; each begins by the desk's reset. */
export function perFileDesk() {
  const desk = perFile(openFactorDesk);
  beforeEach(() => desk.reset());
  return desk;
}
