import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { beforeEach, expect, it } from 'vitest';
import { createApi } from '~/rpc/embedded/app.server';
import { createToken } from '~/accounts/server/tokens';
import { identities, rateLimits, sessions } from '~/platform/database/schema/account';
import { providerAddressSchema } from '~/accounts/provider';
import { callsOf, createTestApi, tokenIn } from '../../support/api';
import { startHostileProvider } from '../../support/hostile-provider';
import { must } from '../../support/must';
import { perFile } from '../../support/opened';
import { panelSettings, providerVisits } from '../../support/provider-visits';

const provider = perFile(startHostileProvider);
const api = perFile(() => createTestApi({ settings: panelSettings(provider) }));
const visits = providerVisits(api, provider);
const { statusOf, logOut, logOutBy } = visits;

/** Subjects at the provider of the people who sign in with it. */
const SUBJECTS = ['anna', 'ben', 'carla'] as const;
const owners = new Map<string, { identity_id: number; user_id: number }>();
beforeEach(async () => {
  provider.behave({});
  for (const table of [rateLimits, identities]) await api.db.delete(table);
  for (const subject of SUBJECTS) {
    const { userId } = await visits.linked(subject);
    const [row] = await api.db.select().from(identities).where(eq(identities.subject, subject));
    owners.set(subject, { identity_id: must(row, 'identity').id, user_id: userId });
  }
});

const post = (path: string, body: object) => callsOf(api).call('POST', path, body);

async function signIn(sub: string, sid?: unknown): Promise<string> {
  const answer = await visits.signIn({ sub, sid });
  provider.behave({});
  return tokenIn(answer);
}

const SIDS = ['one', 'two', 'One'] as const;
const named = fc.record(
  {
    sub: fc.constantFrom(...SUBJECTS, 'nobody'),
    sid: fc.constantFrom(...SIDS, 'no session'),
  },
  { requiredKeys: [] },
);
/**
 * One step: a session begins, with or without a session id of the provider; a logout message comes; or
 * the last message comes again.
 */
const step = fc.oneof(
  fc.record({ sub: fc.constantFrom(...SUBJECTS), sid: fc.constantFrom(...SIDS, null) }),
  named
    .filter(({ sub, sid }) => sub !== undefined || sid !== undefined)
    .map((names) => ({ names })),
  fc.constant('again' as const),
);

it('ends the sessions that match each claim that a message has, and none when it comes again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (steps) => {
      await api.db.delete(sessions);
      await api.db.delete(rateLimits);
      let remaining: { id: number; sub: string; sid: string | null }[] = [];
      let last: string | null = null;
      for (const next of steps) {
        let answered: Response | null = null;
        if (next === 'again') {
          if (last !== null) answered = await logOut(last);
        } else if ('names' in next) {
          const { sub, sid } = next.names;
          last = await provider.logoutToken(next.names);
          answered = await logOut(last);
          remaining = remaining.filter(
            (one) =>
              (sub !== undefined && sub !== one.sub) ||
              (sid !== undefined && sid !== one.sid && (one.sid !== null || sub === undefined)),
          );
        } else {
          const [made] = await api.db
            .insert(sessions)
            .values({
              token_hash: createToken(),
              provider_session: next.sid,
              ...must(owners.get(next.sub), 'owner'),
            })
            .returning({ id: sessions.id });
          remaining.push({ ...must(made, 'session'), ...next });
        }
        expect(answered?.status ?? 200).toBe(200);
        const ids = api.db.select({ id: sessions.id }).from(sessions).orderBy(sessions.id);
        expect(await ids).toEqual(remaining.map(({ id }) => ({ id })));
      }
    }),
    { numRuns: 40 },
  );
});

it("a session id ends nobody else's session, whatever ids the provider gives or leaves out", async () => {
  const NAMES = ['x'.repeat(300), 'a\u0000b', 'line\nbreak', '', undefined, 7];
  for (const sid of NAMES) {
    const token = await signIn('ben', sid);
    const others = [...NAMES, 'one'].filter((other) => typeof other === 'string');
    for (const other of others.filter((one) => one !== sid)) {
      expect(await logOutBy({ sid: other })).toBe(200);
    }
    expect(await statusOf(token)).toBe(200);
    expect(await logOutBy(typeof sid === 'string' ? { sid } : { sub: 'ben', sid: 'any' })).toBe(
      200,
    );
    expect(await statusOf(token)).toBe(401);
  }
});

it('ends sign-ins of the person that are under way, while the answer is read too, and nobody else begins again', async () => {
  for (const names of [{ sid: 'one' }, { sub: 'anna' }, { sub: 'anna', sid: 'one' }]) {
    const answered = await visits.ask({ sub: 'anna', sid: 'one' });
    const unnamed = await visits.ask({ sub: 'anna' });
    const others = await visits.ask({ sub: 'ben', sid: 'two' });
    provider.behave({});
    expect(await logOutBy(names)).toBe(200);
    expect((await post('/auth/provider', answered.sent)).status).toBe(404);
    expect((await post('/auth/provider', unnamed.sent)).status).toBe('sub' in names ? 404 : 200);
    expect((await post('/auth/provider', others.sent)).status).toBe(200);
  }
  const browser = createToken();
  const begun = { browser };
  const { url } = await callsOf(api).read(
    providerAddressSchema,
    'POST',
    '/auth/provider/start',
    begun,
  );
  const { promise: until, resolve: sendAnswer } = Promise.withResolvers<void>();
  provider.requestedPaths.length = 0;
  provider.behave({ claims: { sub: 'anna' }, until });
  const callback = api.fetch(new Request(provider.authorize(url)));
  await expect
    .poll(() => provider.requests.length > 0 && provider.requestedPaths.at(-1))
    .toBe('token');
  provider.behave({});
  expect(await logOutBy({ sub: 'anna' })).toBe(200);
  sendAnswer();
  const page = new URL((await callback).headers.get('location') ?? '');
  const code = page.hash.replace('#provider=', '');
  expect((await post('/auth/provider', { browser, code })).status).toBe(404);
});

it('remembers a message in all processes, for each name that it has', async () => {
  const first = await signIn('anna', 'one');
  const message = await provider.logoutToken({ sub: 'anna', jti: 'the same' });
  const sent = await Promise.all([logOut(message), logOut(message)]);
  expect(sent.map(({ status }) => status)).toEqual([200, 200]);
  expect(await statusOf(first)).toBe(401);
  const second = await signIn('anna', 'two');
  expect((await logOut(message, createApi(api.deps))).status).toBe(200);
  expect(await statusOf(second)).toBe(200);
  expect(await logOutBy({ sub: 'ben', jti: 'the same' })).toBe(200);
  expect(await statusOf(second)).toBe(200);
  expect(await logOutBy({ sub: 'anna', sid: 'two', jti: 'the same' })).toBe(200);
  expect(await statusOf(second)).toBe(401);
});
