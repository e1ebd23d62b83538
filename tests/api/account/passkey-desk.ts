import { createApi } from '~/api/app.server';
import {
  authenticators,
  passkeyChallenges,
  passkeys,
  rateLimits,
  recoveryCodes,
  sessions,
} from '~/api/db/account-schema';
import { createDb, createPool } from '~/api/db/pool.server';
import { factorsSchema } from '~/contract/factors';
import { passkeyRequestOptionsSchema } from '~/contract/passkeys';
import { loginResponseSchema } from '~/contract/session';
import { createRequest, createTestApi, insertUser, type TestApi } from '../../support/api';
import { RELYING_PARTY } from '../../support/factors';
import { must } from '../../support/must';
import { silentLog } from '../../support/silent-log';
import { SoftwareAuthenticator } from '../../support/software-authenticator';

export const EMAIL = 'ada@example.com';
export const PASSWORD = 'four words make one';
export const FACTORS = '/admin/account/factors';
export const MINUTE_MS = 60_000;
export const REQUIRED = { status: 401, code: 'second_factor_required' };
export const SETTINGS = {
  publicUrl: RELYING_PARTY.origin,
  maxConnections: 5,
  relyingParty: RELYING_PARTY,
};

export type Server = Pick<TestApi, 'fetch'>;

export const device = () => new SoftwareAuthenticator(RELYING_PARTY.origin, RELYING_PARTY.id);

/** Ada, an administrator whose password is known, at an API that offers passkeys. */
export class PasskeyDesk {
  now = new Date('2026-11-22T10:00:00Z');
  token = '';
  readonly adaId: number;
  readonly api: TestApi;

  constructor(api: TestApi, adaId: number) {
    this.api = api;
    this.adaId = adaId;
  }

  /** An hour later nobody has a factor, and Ada has just signed in. */
  async reset(): Promise<void> {
    this.now = new Date(this.now.getTime() + 60 * MINUTE_MS);
    const factors = [authenticators, recoveryCodes, passkeys, passkeyChallenges];
    for (const table of [rateLimits, sessions, ...factors]) await this.api.db.delete(table);
    this.token = await this.signedIn({});
  }

  login(more: object, address = '192.0.2.1', server: Server = this.api): Promise<Response> {
    const body = { username: EMAIL, password: PASSWORD, ...more };
    return server.fetch(createRequest('POST', '/auth/login', body), { address });
  }

  async signedIn(more: object): Promise<string> {
    const response = await this.login(more);
    return loginResponseSchema.parse(await response.json()).access_token;
  }

  askOptions(more: object = {}, server: Server = this.api, address = '192.0.2.1') {
    const body = { username: EMAIL, password: PASSWORD, ...more };
    return server.fetch(createRequest('POST', '/auth/passkey-options', body), { address });
  }

  async signInOptions(server: Server = this.api) {
    return passkeyRequestOptionsSchema.parse(await (await this.askOptions({}, server)).json());
  }

  call(method: string, path: string, body?: object): Promise<Response> {
    return this.api.fetch(createRequest(method, path, body, this.token));
  }

  async factors() {
    return factorsSchema.parse(await (await this.call('GET', FACTORS)).json());
  }

  async firstPasskeyId(): Promise<number> {
    return must((await this.factors()).passkeys[0], 'passkey').id;
  }

  close(): Promise<void> {
    return this.api.close();
  }

  /** The same database by connections of its own, as another process has it. */
  async withOtherProcess(work: (other: Server) => Promise<void>): Promise<void> {
    const pool = createPool(this.api.database.connection, { log: silentLog });
    try {
      await work(createApi({ ...this.api.deps, db: createDb(pool) }));
    } finally {
      await pool.end();
    }
  }
}

export async function openPasskeyDesk(): Promise<PasskeyDesk> {
  const opened: { desk?: PasskeyDesk } = {};
  const clock = () => opened.desk?.now ?? new Date();
  const api = await createTestApi({ clock, settings: SETTINGS });
  const person = { is_superuser: true, password_hash: `plain:${PASSWORD}` };
  opened.desk = new PasskeyDesk(api, await insertUser(api.db, { ...person, email: EMAIL }));
  return opened.desk;
}
