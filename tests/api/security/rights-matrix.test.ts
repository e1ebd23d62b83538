import { beforeAll, describe, expect, it } from 'vitest';
import { RIGHTS, type Rights } from '~/accounts/rights';
import { API_TOKEN_SCOPES, createdApiTokenSchema, type ApiTokenScope } from '~/accounts/api-tokens';
import { DECLARED_CALLS, type DeclaredCall } from '~/rpc/calls';
import { apiErrorSchema } from '~/rpc/errors/error';
import { apiPerFile, callsOf } from '../../support/api';
import { mountedRoutes } from '../../support/mounted-routes';
import { must } from '../../support/must';

/** The least rights and the scopes that make a call. */
interface Line {
  rights: Rights;
  scopes: readonly ApiTokenScope[];
}
const line = (rights: Rights, ...scopes: ApiTokenScope[]): Line => ({ rights, scopes });
const LINES = {
  own: line('look'),
  keeping: line('look', 'write'),
  looking: line('look', 'read', 'propose', 'write'),
  reviewing: line('propose', 'write'),
  proposing: line('propose', 'propose', 'write'),
  writing: line('all', 'write'),
  exporting: line('all', 'read', 'propose', 'write'),
  'of accounts and personal data': line('all'),
} as const;

/** The calls that ask for less than `kindOf` says. */
const EXCEPTIONS: Readonly<Record<string, keyof typeof LINES>> = {
  'savedViews.create': 'keeping',
  'savedViews.update': 'keeping',
  'savedViews.delete': 'keeping',
  'bulkValidate.file': 'reviewing',
  'bulkReview.file': 'reviewing',
  'proposals.create': 'proposing',
  // An empty file, the same for everybody.
  'bulkTemplates.get': 'looking',
};

/** Expects rights by a call's method and address, to find mistakes in its own `asks`. */
function kindOf({ path, call }: DeclaredCall): keyof typeof LINES {
  if (/^\/admin\/account(?:\/|$)/.test(path)) return 'own';
  if (/^\/admin\/(?:administrators|personal-data)(?:\/|$)/.test(path))
    return 'of accounts and personal data';
  if (call.method !== 'GET') return 'writing';
  return call.fileType === undefined ? 'looking' : 'exporting';
}

/** The calls of the administration; those of strangers are elsewhere, and have no rights. */
const ADMINISTRATION = [...DECLARED_CALLS]
  .filter(([, { path }]) => path.startsWith('/admin/'))
  .map(([name, declared]) => {
    const { path, call } = declared;
    const kind = EXCEPTIONS[name] ?? kindOf(declared);
    return { name, method: call.method, path, kind };
  });

const api = apiPerFile();
const PEOPLE = new Map<Rights, string>();
const TOKENS = new Map<string, string>();
beforeAll(async () => {
  for (const rights of RIGHTS) {
    const person = await api.administrator({ rights });
    PEOPLE.set(rights, person.token);
    for (const scope of API_TOKEN_SCOPES) {
      const body = { name: scope, scope, lifetime_days: 30 };
      const path = '/admin/account/api-tokens';
      const { token } = await person.read(createdApiTokenSchema, 'POST', path, body, 201);
      TOKENS.set(`${scope} of ${rights}`, token);
    }
  }
});

/** Error code with which the call is rejected for this token; null if it is allowed. */
async function rejection(
  token: string | undefined,
  { method, path }: { method: string; path: string },
) {
  const requestPath = path.replaceAll(/\{\w+\}/g, '2147483000');
  const body = method.startsWith('P') ? {} : undefined;
  const response = await callsOf(api, token ?? 'none').call(method, requestPath, body);
  expect(response.status).not.toBe(401);
  if (response.status !== 403) {
    await response.body?.cancel();
    return null;
  }
  const { code } = apiErrorSchema.parse(await response.json());
  return code === 'rights_missing' || code === 'token_scope' ? code : null;
}

const reaches = (rights: Rights, least: Rights) => RIGHTS.indexOf(rights) <= RIGHTS.indexOf(least);

it('is about every route, each a declared call, and has no exception too many', () => {
  for (const [name, kind] of Object.entries(EXCEPTIONS)) {
    const declared = must(DECLARED_CALLS.get(name), name);
    expect(`${name}: ${kind}`).not.toBe(`${name}: ${kindOf(declared)}`);
  }
  const declared = ADMINISTRATION.map(({ method, path }) => `${method} /api${path}`);
  const mounted = mountedRoutes(api.deps).filter((route) => route.includes('/api/admin/'));
  expect(mounted.toSorted()).toEqual(declared.toSorted());
});

describe.each(ADMINISTRATION)('$name is $kind', (call) => {
  const { rights: least, scopes } = LINES[call.kind];

  it.each(RIGHTS)('is made with the rights %s only if they reach so far', async (rights) => {
    const expected = reaches(rights, least) ? null : 'rights_missing';
    expect(await rejection(PEOPLE.get(rights), call)).toBe(expected);
  });

  it.each(API_TOKEN_SCOPES)(
    'is made by a token to %s with the less of scope and rights',
    async (scope) => {
      for (const rights of RIGHTS) {
        const byRights = reaches(rights, least) ? null : 'rights_missing';
        const expected = scopes.includes(scope) ? byRights : 'token_scope';
        const token = TOKENS.get(`${scope} of ${rights}`);
        expect([rights, await rejection(token, call)]).toEqual([rights, expected]);
      }
    },
  );
});
