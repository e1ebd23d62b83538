import { beforeAll, describe, expect, it } from 'vitest';
import { RIGHTS, type Rights } from '~/accounts/rights';
import { API_TOKEN_SCOPES, createdApiTokenSchema, type ApiTokenScope } from '~/accounts/api-tokens';
import { namesOf } from '~/fields/fields';
import { CALLS } from '~/rpc/calls';
import type { Call } from '~/rpc/declare';
import { apiErrorSchema } from '~/rpc/errors/error';
import { apiPerFile, callsOf } from '../../support/api';
import { mountedRoutes } from '../../support/mounted-routes';

/** The least rights and the scopes that make each call: a new call needs a line here. */
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

const CALLS_OF: Readonly<Record<keyof typeof LINES, string>> = {
  own: `
    account.get account.update account.changePassword account.sessions account.endOtherSessions
    account.endSession account.failedSignIns apiTokens.list apiTokens.create apiTokens.revoke
    factors.get factors.startTotp factors.confirmTotp factors.removeTotp factors.renewRecoveryCodes
    factors.startPasskey factors.addPasskey factors.removePasskey identities.list identities.start
    identities.logout identities.link identities.unlink reauthentication.confirm
    confirmation.start confirmation.passkeyOptions confirmation.confirm`,
  keeping: 'savedViews.create savedViews.update savedViews.delete',
  looking: `
    apartments.list apartments.get condos.list condos.get condoTenancies.list
    dashboard.get history.list history.values invitations.list moves.list
    occupancy.list occupancy.ended portfolioCheck.count portfolioCheck.list
    proposals.list proposals.get reminders.count
    savedViews.list tenancies.get tenancies.list users.list users.get merge.review bulkImports.list
    bulkImports.progress bulkTemplates.get`,
  reviewing: 'bulkValidate.file bulkReview.file',
  proposing: 'proposals.create',
  writing: `
    apartments.create apartments.update apartments.delete associations.delete bulkApply.changes
    bulkCreate.rows bulkImports.cancel bulkImports.undo condos.create condos.update condos.delete
    history.restoreRecord history.restoreEntry history.restoreChange history.writeValues
    invitations.delete invitations.resend invite.send letters.print merge.merge people.create
    portfolioCheck.setAside portfolioCheck.reopen proposals.apply proposals.reject reminders.send tenancies.create
    tenancies.update tenancies.move users.update users.delete`,
  exporting: 'history.export',
  'of accounts and personal data': `
    administrators.list administrators.changeRights administrators.withdraw
    administrators.invitations administrators.invite administrators.deleteInvitation
    administrators.failedSignIns personalData.export personalData.erase`,
};

const LINE_OF = new Map(
  namesOf(CALLS_OF).flatMap((kind) =>
    CALLS_OF[kind]
      .trim()
      .split(/\s+/)
      .map((name) => [name, LINES[kind]] as const),
  ),
);

/** The calls of the administration; those of strangers are elsewhere, and have no rights. */
const ADMINISTRATION = Object.entries(CALLS).flatMap(([resource, { base, calls }]) =>
  Object.entries<Call>(calls)
    .map(([name, call]) => ({
      name: `${resource}.${name}`,
      method: call.method,
      path: base + (call.path ?? ''),
    }))
    .filter(({ path }) => path.startsWith('/admin/')),
);

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

/** How the call is rejected for who calls; null if it is not. */
async function rejection(
  token: string | undefined,
  { method, path }: { method: string; path: string },
) {
  const asked = path.replaceAll(/\{\w+\}/g, '2147483000');
  const body = method.startsWith('P') ? {} : undefined;
  const response = await callsOf(api, token ?? 'none').call(method, asked, body);
  expect(response.status).not.toBe(401);
  if (response.status !== 403) {
    await response.body?.cancel();
    return null;
  }
  const { code } = apiErrorSchema.parse(await response.json());
  return code === 'rights_missing' || code === 'token_scope' ? code : null;
}

const reaches = (rights: Rights, least: Rights) => RIGHTS.indexOf(rights) <= RIGHTS.indexOf(least);

it('has a line for every call, and every route is a declared call', () => {
  expect(ADMINISTRATION.map(({ name }) => name).toSorted()).toEqual([...LINE_OF.keys()].toSorted());
  const declared = ADMINISTRATION.map(({ method, path }) => `${method} /api${path}`);
  const mounted = mountedRoutes(api.deps).filter((route) => route.includes('/api/admin/'));
  expect(mounted.toSorted()).toEqual(declared.toSorted());
});

describe.each(ADMINISTRATION)('$name', (call) => {
  const { rights: least, scopes } = LINE_OF.get(call.name) ?? line('all');

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
