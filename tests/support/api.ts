import { ERROR_CODES } from '~/rpc/errors/http-status';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createApi, type Api } from '~/rpc/embedded/app.server';
import { createToken, hashToken } from '~/accounts/server/tokens';
import { sessions } from '~/platform/database/schema/account';
import { users } from '~/platform/database/schema/records';
import type { ApiDeps, Passwords } from '~/rpc/embedded/deps';
import { createFileMediaStore } from '~/platform/media/file-media-store';
import { removeDueImages } from '~/platform/media/orphaned-images';
import { apiErrorSchema } from '~/rpc/errors/error';
import { loginResponseSchema } from '~/accounts/session';
import type { z } from '~/fields/zod';
import { createTestDatabase, type TestDatabase } from './database';
import { must } from './must';
import { perFile, perTest } from './opened';
import { silentLog } from './silent-log';

/** Keeps passwords as they are: argon2 takes 40 ms each time. `calls` counts the verifications. */
export function createPlainPasswords(): Passwords & { calls: (string | null)[] } {
  const calls: (string | null)[] = [];
  return {
    calls,
    hash: (password) => Promise.resolve(`plain:${password}`),
    verify: (hash, password) => {
      calls.push(hash);
      return Promise.resolve(hash === `plain:${password}`);
    },
  };
}

/** Calls of one client. */
export interface Calls {
  /** A plain object as body goes out as JSON; headers without a value stay out. */
  call: (
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string | undefined>>,
  ) => Promise<Response>;
  /**
   * Makes the call and reads its answer by the schema.
   * @throws if the answer has another status
   */
  read: <T>(
    schema: z.ZodType<T>,
    method: string,
    path: string,
    body?: object,
    status?: number,
  ) => Promise<T>;
}

/** The API, and what its signed-in administrator calls. */
export interface TestApi extends Api, Calls {
  /** Dependencies that the API was made with. */
  deps: ApiDeps;
  db: TestDatabase['db'];
  database: TestDatabase;
  mediaFolder: string;
  token: string;
  /** The signed-in administrator's id. */
  adminId: number;
  /** Calls of the owner of another token. */
  as(token: string): Calls;
  /** Another administrator, who has signed in. */
  administrator(fields?: NewUser): Promise<Calls & { token: string; userId: number }>;
  /** Calls the API as the administrator with a body of any type, or without one. */
  send(method: string, path: string, type: string | null, body: string | null): Promise<Response>;
  /**
   * Runs the image cleaner, as a process does in addition to its requests. Returns the number of
   * removed images.
   */
  removeDueImages(): Promise<number>;
  close(): Promise<void>;
}

/** Each error that the API answers in any test says which sentence it is, and so does each of its fields. */
function withCheckedErrors(api: Api): Api {
  return {
    ...api,
    async fetch(request, caller) {
      const response = await api.fetch(request, caller);
      const isJson = response.headers.get('content-type')?.startsWith('application/json');
      const isRead = request.method !== 'HEAD' && isJson && !isOtherStandard(request);
      if (response.status >= 400 && isRead) apiErrorSchema.parse(await response.clone().json());
      return response;
    },
  };
}

/** True for calls of a provider or an agent, whose own standards say how they are answered. */
function isOtherStandard({ url }: Request): boolean {
  return url.includes('/provider/logout') || url.endsWith('/api/mcp');
}

/** Dependencies of a test's API, with its images in this folder. */
export function apiDeps(db: ApiDeps['db'], mediaFolder = '/nowhere'): ApiDeps {
  return {
    db,
    media: createFileMediaStore(mediaFolder),
    passwords: createPlainPasswords(),
    clock: () => new Date(),
    log: silentLog,
    settings: { publicUrl: 'http://panel.test', maxConnections: 5 },
    removeMailsTo: () => Promise.resolve(),
    notifyMailWorker: () => undefined,
    notifyImageCleaner: () => undefined,
  };
}

/** The API on a fresh database and an empty image folder, with a signed-in administrator. */
export async function createTestApi(overrides: Partial<ApiDeps> = {}): Promise<TestApi> {
  const database = await createTestDatabase();
  const mediaFolder = await mkdtemp(join(tmpdir(), 'condo-media-'));
  const deps: ApiDeps = { ...apiDeps(database.db, mediaFolder), ...overrides };
  const api = withCheckedErrors(createApi(deps));
  const { token, userId } = await signInAs(database.db, { is_superuser: true });
  const as = (by: string) => callsOf(api, by);
  return {
    ...api,
    ...as(token),
    deps,
    db: database.db,
    database,
    mediaFolder,
    token,
    adminId: userId,
    as,
    async administrator(fields) {
      const person = await signInAs(database.db, { is_superuser: true, ...fields });
      return { ...person, ...as(person.token) };
    },
    send: (method, path, type, body) => {
      const headers = new Headers({ authorization: `Bearer ${token}` });
      if (type !== null) headers.set('content-type', type);
      return api.fetch(new Request(`http://panel.test/api${path}`, { method, headers, body }));
    },
    removeDueImages: () => removeDueImages(deps),
    async close() {
      await database.close();
      await rm(mediaFolder, { recursive: true, force: true });
    },
  };
}

/** A test API that is made before the first test here and closed after the last one. */
export const apiPerFile = (overrides?: Partial<ApiDeps>) => perFile(() => createTestApi(overrides));

/** A test API that is made before each test and closed after it. */
export const apiPerTest = (overrides?: Partial<ApiDeps>) => perTest(() => createTestApi(overrides));

/** Returns the calls of a client at this address, with this token or without one. */
export function callsOf(
  api: Pick<Api, 'fetch'>,
  token: string | null = null,
  address?: string,
): Calls {
  const call: Calls['call'] = async (method, path, body, headers = {}) => {
    const request = createRequest(method, path, body, token);
    for (const [name, value] of Object.entries(headers)) {
      if (value !== undefined) request.headers.set(name, value);
    }
    const sent = body instanceof FormData ? await withLength(request) : request;
    return api.fetch(sent, { address });
  };
  return {
    call,
    async read(schema, method, path, body, status = 200) {
      const response = await call(method, path, body);
      if (response.status === status) return schema.parse(await response.json());
      throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    },
  };
}

/** Signs in by `username` and `password`, and what else the call takes. */
export function logIn(api: Pick<Api, 'fetch'>, body: object, address = '192.0.2.1') {
  return callsOf(api, null, address).call('POST', '/auth/login', body);
}

/** The token of the session that has begun. */
export async function tokenIn(answer: Response | Promise<Response>): Promise<string> {
  return loginResponseSchema.parse(await (await answer).json()).access_token;
}

/** A request to the API below /api; a plain object as body goes out as JSON, a FormData as a form. */
export function createRequest(
  method: string,
  path: string,
  body?: object,
  token?: string | null,
): Request {
  const headers = new Headers(token ? { authorization: `Bearer ${token}` } : {});
  const form = body instanceof FormData;
  if (body && !form) headers.set('content-type', 'application/json');
  return new Request(`http://panel.test/api${path}`, {
    method,
    headers,
    ...(body && { body: form ? body : JSON.stringify(body) }),
  });
}

/** A form as a browser sends it, which says how long it is. */
async function withLength(request: Request): Promise<Request> {
  const { url, method } = request;
  const body = await request.bytes();
  const headers = new Headers(request.headers);
  headers.set('content-length', String(body.length));
  return new Request(url, { method, headers, body });
}

/** The status of an error response, and its checked body; of the codes those alone that ask for something. */
export async function errorOf(answer: Response | Promise<Response>) {
  const response = await answer;
  const { code, params: _params, errors, ...body } = apiErrorSchema.parse(await response.json());
  return {
    status: response.status,
    ...body,
    ...(ERROR_CODES.some((known) => known === code) && { code }),
    ...(errors && { errors: errors.map(({ field, message }) => ({ field, message })) }),
  };
}

/** An error that names no field and asks for nothing: its status and its text. */
export async function rejectionOf(answer: Response | Promise<Response>): Promise<string> {
  const { status, detail, ...more } = await errorOf(answer);
  expect(more).toEqual({});
  return `${status} ${detail}`;
}

/** The result of `errorOf` for a call that is rejected for one field alone. */
export const fieldError = (field: string, message: string) => ({
  status: 422,
  detail: `${field}: ${message}`,
  errors: [{ field, message }],
});

/** The statuses of calls that were made at the same time, smallest first. */
export async function statusesOf(answers: readonly Promise<Response>[]): Promise<number[]> {
  const statuses = (await Promise.all(answers)).map(({ status }) => status);
  return statuses.toSorted((a, b) => a - b);
}

type NewUser = Partial<typeof users.$inferInsert>;
let serial = 0;

/** Another user with a session. */
export async function signInAs(
  db: TestDatabase['db'],
  user: NewUser = {},
): Promise<{ token: string; userId: number }> {
  // An administrator has signed in by a password.
  const password = user.is_superuser ? { password_hash: 'of a password' } : {};
  const userId = await insertUser(db, { ...password, ...user });
  const token = createToken();
  await db.insert(sessions).values({ token_hash: hashToken(token), user_id: userId });
  return { token, userId };
}

export async function insertUser(db: TestDatabase['db'], user: NewUser = {}): Promise<number> {
  serial += 1;
  const values = { email: `user${serial}@example.com`, ...user };
  const [row] = await db.insert(users).values(values).returning({ id: users.id });
  return must(row, 'new user').id;
}
