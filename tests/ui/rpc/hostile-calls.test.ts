import { panelReviewFn, exportListFn } from '~/imports/imports.functions';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DECLARED_CALLS } from '~/rpc/calls';
import { namesIn } from '~/language/template-pattern';
import { changeFn, formFn, readFn } from '~/rpc/client.functions';
import { endSession, startSession } from '~/rpc/session-store';
import { AppError } from '~/rpc/errors/app-error';
import { logger } from '~/platform/logger.server';
import { currentRoute, runForRequest } from '~/platform/request-context.server';
import { api } from '../../support/stub-transport';

// Values that no page sends, to the server functions as they are; over HTTP: tests/e2e/hostile-calls.spec.ts.

const error = vi.spyOn(logger, 'error').mockImplementation(() => undefined);
beforeEach(() => startSession({ token: 'a-token', user: {} }));
afterEach(() => error.mockClear());

const functions = { readFn, changeFn, formFn, exportListFn, panelReviewFn };
const kinds = Object.values(functions);

interface Outcome {
  /** 200 for an answer. */
  status: number;
  route: string | undefined;
}

/** Calls a function by what a stranger sends, which has no type. */
function call(fn: (typeof kinds)[number], data: unknown, headers = {}): Promise<Outcome> {
  return runForRequest('a-request', async () => {
    let status = 200;
    try {
      await Reflect.apply(fn, undefined, [{ data, headers }]);
    } catch (thrown) {
      if (!(thrown instanceof AppError)) throw thrown;
      ({ status } = thrown);
    }
    return { status, route: currentRoute() };
  });
}

const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withNullPrototype: true,
  withSet: true,
  withSparseArray: true,
  withTypedArray: true,
});
const names = [...DECLARED_CALLS.keys()];
const known = fc.constantFrom(...names);
const name = fc.oneof(
  known,
  fc.tuple(known, fc.string()).map(([first, more]) => `${first}.${more}`),
  fc.tuple(known, fc.string()).map(([first, more]) => first + more),
  fc.string(),
);

/** Holds itself, and objects that cannot be made a text. */
const odd = anything.map((value) => {
  const circle: Record<string, unknown> = { value, toString: 1, valueOf: 1 };
  return Object.assign(circle, { circle });
});
const part = fc.oneof(anything, odd, fc.constant({ toString: 1, valueOf: 1 }));
const input = fc.oneof(
  part,
  fc.record(
    {
      id: part,
      type: part,
      key: part,
      kind: part,
      entry: part,
      version: part,
      query: part,
      body: part,
    },
    { requiredKeys: [] },
  ),
);
const sent = fc.oneof(
  part,
  fc.record({ call: fc.oneof(name, part), input }, { requiredKeys: [] }),
  fc.record({ call: name, input }, { noNullPrototype: false }),
  fc.record({ of: part, format: fc.constant('csv'), separator: fc.constant(',') }),
);

const header = fc.oneof(
  fc.string(),
  fc
    .record({ call: fc.oneof(name, fc.jsonValue()), input: fc.jsonValue() })
    .map((one) => JSON.stringify(one)),
);

test.each([true, false])(
  'whatever is sent is answered or 4xx, and no error in the log; signed in: %s',
  async (isSignedIn) => {
    if (!isSignedIn) endSession('logout');
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...kinds), sent, header, async (fn, data, text) => {
        const { status } = await call(fn, data, {
          'x-call': encodeURIComponent(text.toWellFormed()),
        });
        expect(status).toBeLessThan(500);
        expect(error).not.toHaveBeenCalled();
      }),
      { numRuns: 1_000 },
    );
  },
);

test('a call is named whole, and its label is that name', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(readFn, changeFn, formFn), name, async (fn, text) => {
      const headers = { 'x-call': encodeURIComponent(JSON.stringify({ call: text, input: {} })) };
      const { status, route } = await call(fn, { call: text, input: {} }, headers);
      const isKnown = names.includes(text);
      expect(isKnown || status === 404).toBe(true);
      expect([undefined, isKnown ? `server function ${text}` : undefined]).toContain(route);
    }),
    { numRuns: 500 },
  );
});

/** Parts of a path that lead to another one where they are not encoded, or are resolved. */
const LEADING_AWAY = ['.', '..', '%2e', '%2e%2e', '%2f', '../..', 'a/b', 'a\\b', '', '?', '#'];

test('a path has the parts of its template, whatever they are', async () => {
  const text = fc.oneof(fc.string(), fc.integer());
  const calls = [...DECLARED_CALLS].filter(([, { path }]) => namesIn(path).length > 0);
  for (const [called, { call: declared, path }] of calls) {
    const { method, form } = declared;
    const fn = form ? formFn : method === 'GET' ? readFn : changeFn;
    await fc.assert(
      fc.asyncProperty(fc.array(text, { minLength: 2, maxLength: 2 }), async (texts) => {
        api.reset();
        const parts = Object.fromEntries(namesIn(path).map((one, index) => [one, texts[index]]));
        const whole = { ...parts, query: {}, body: {} };
        const headers = {
          'x-call': encodeURIComponent(JSON.stringify({ call: called, input: whole })),
        };
        await call(fn, form ? new FormData() : { call: called, input: whole }, headers);
        for (const made of api.calls) {
          const template = path.split('/');
          const filled = made.path.split('/');
          // The words of the template where they were, and each part in one piece.
          expect(
            filled.map((one, at) => (template[at]?.startsWith('{') ? template[at] : one)),
          ).toEqual(template);
        }
      }),
      { numRuns: 40, examples: LEADING_AWAY.map((one): [(string | number)[]] => [[one, one]]) },
    );
  }
});
