import { ERROR_CODE_HEADER } from '~/rpc/errors/http-status';
import { notFound } from '@tanstack/react-router';
import { beforeEach, expect, it, vi } from 'vitest';
import { coded } from '~/language/sentence';
import { serverFunctionErrors } from '~/rpc/errors';
import { AppError } from '~/rpc/errors/app-error';

/** The status that was set; outside of a request the framework accepts none. */
let status: number | undefined;
let headers: Record<string, string> = {};
vi.mock('@tanstack/react-start/server', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  setResponseStatus: (code: number) => (status = code),
  setResponseHeader: (name: string, value: string) => (headers[name] = value),
}));
const logged: unknown[] = [];
let isEmbedded = true;
vi.mock('~/rpc/api-kind', () => ({ apiKind: () => ({ isEmbedded }) }));
vi.mock('~/platform/logger.server', () => ({
  logUnexpected: (error: unknown) => logged.push(error),
}));
beforeEach(() => {
  status = undefined;
  headers = {};
  isEmbedded = true;
  logged.length = 0;
});

/** Returns the error that leaves a server function which throws this one. */
async function leaving(thrown: unknown): Promise<unknown> {
  const { server } = serverFunctionErrors.options;
  if (!server) throw new Error('The middleware has no part on the server');
  const next = () => Promise.reject(thrown);
  // The rest of the context is the framework's, and nothing here looks at it.
  return Promise.resolve(Reflect.apply(server, undefined, [{ next }])).then(
    () => undefined,
    (error: unknown) => error,
  );
}

it('anything unforeseen leaves as a plain 500, and is itself in the log alone', async () => {
  const error = new Error('password of postgres://admin:secret@db rejected');
  const result = await leaving(error);
  expect(result).toEqual(new AppError({ status: 500, ...coded('internal_error') }));
  expect(JSON.stringify(result)).not.toContain('secret');
  expect(status).toBe(500);
  expect(logged).toEqual([error]);
});

it('an AppError leaves as itself, with its status', async () => {
  const known = new AppError({ status: 409, detail: 'There already' });
  expect(await leaving(known)).toBe(known);
  expect(status).toBe(409);
  expect(logged).toEqual([]);
});

it.each(['reauthentication_required', 'second_factor_setup_required'])(
  'the code %s leaves in a header, by which the browser acts on it, unless an external API sends it',
  async (code) => {
    const expected = new AppError({ status: 403, detail: 'Not now', code });
    await leaving(expected);
    expect(headers).toEqual({ [ERROR_CODE_HEADER]: code });
    headers = {};
    isEmbedded = false;
    expect(await leaving(expected)).toBe(expected);
    expect(headers).toEqual({});
    expect(status).toBe(403);
  },
);

it('an answer that was aborted for a browser that has left is 499, and nothing in the log', async () => {
  expect(await leaving(AbortSignal.abort().reason)).toMatchObject({ status: 499 });
  expect(logged).toEqual([]);
});

it("the router's own signals leave as themselves", async () => {
  const signal = notFound();
  expect(await leaving(signal)).toBe(signal);
  expect(status).toBeUndefined();
});
