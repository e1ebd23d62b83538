import { beforeEach, describe, expect, it } from 'vitest';
import { createToken } from '~/accounts/server/tokens';
import {
  identities,
  passkeyChallenges,
  rateLimits,
  sessions,
} from '~/platform/database/schema/account';
import { passkeyRequestOptionsSchema } from '~/accounts/passkeys';
import {
  callsOf,
  createTestApi,
  errorOf,
  rejectionOf,
  statusesOf,
  tokenIn,
} from '../../support/api';
import { enrolPasskey, passkeyOptions, RELYING_PARTY } from '../../support/factors';
import { newestEntryId, storedEntries } from '../../support/history';
import { startHostileProvider } from '../../support/hostile-provider';
import { perFile } from '../../support/opened';
import { claimSettings, providerVisits } from '../../support/provider-visits';
import type { SoftwareAuthenticator } from '../../support/software-authenticator';

const SIGN_IN = '/auth/provider';
const CONFIRM = '/admin/account/reauthentication/provider';
const ENDED = { status: 404, detail: 'This sign-in is no longer valid. Please try again.' };
const WRONG = {
  code: 'second_factor_required',
  detail: 'This passkey could not be verified. Try again, or enter a code.',
};
const ADDRESS = '203.0.113.9';

let now = new Date();
const provider = perFile(startHostileProvider);
const api = perFile(() =>
  createTestApi({
    clock: () => now,
    settings: { ...claimSettings(provider), relyingParty: RELYING_PARTY },
  }),
);
const { ask, linked } = providerVisits(api, provider);

let person: Awaited<ReturnType<typeof somebody>>;
beforeEach(async () => {
  now = new Date();
  for (const table of [identities, rateLimits, passkeyChallenges]) await api.db.delete(table);
  person = await somebody('me');
});

/** An administrator with a passkey and nothing else, who signs in as this at the provider. */
async function somebody(sub: string) {
  const { token } = await linked(sub, { password_hash: null });
  const { device } = await enrolPasskey(api, token);
  return { token, device };
}

const seconds = () => Math.floor(Date.now() / 1000);
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};

/**
 * The two uses of a visit to the provider. Each has its path, the statuses with and without a passkey,
 * and the visit itself.
 */
const WAYS = {
  'signing in': {
    path: SIGN_IN,
    statusWithout: 401,
    passes: 200,
    begin: async (sub = 'me') => (await ask({ sub })).sent,
  },
  confirming: {
    path: CONFIRM,
    statusWithout: 403,
    passes: 204,
    begin: async (sub = 'me') => {
      const start = { path: `${CONFIRM}/start`, token: person.token };
      return (await ask({ sub, auth_time: seconds() }, start)).sent;
    },
  },
};
const post = (path: string, body: object, token = person.token) =>
  callsOf(api, token, ADDRESS).call('POST', path, body);
const askOptions = (path: string, sent: object) => post(`${path}/passkey-options`, sent);

async function optionsFor(path: string, sent: object) {
  const answer = await askOptions(path, sent);
  expect(answer.status).toBe(200);
  return passkeyRequestOptionsSchema.parse(await answer.json());
}

const challengeFor = async (path: string, sent: object) => (await optionsFor(path, sent)).challenge;

describe.each(Object.entries(WAYS))('%s', (_way, { path, statusWithout, passes, begin }) => {
  const wrong = { ...WRONG, status: statusWithout };

  it('takes a passkey after the provider, within the 5 minutes of the second step', async () => {
    const sent = await begin();
    const first = await errorOf(post(path, sent));
    expect(first).toMatchObject({
      status: statusWithout,
      code: 'second_factor_required',
      detail: 'Use a passkey, or enter a recovery code.',
      factors: ['passkey', 'recovery_code'],
    });
    later(4 * 60_000);
    const options = await optionsFor(path, sent);
    expect(options).toMatchObject({ rpId: RELYING_PARTY.id, userVerification: 'required' });
    expect(options.allowCredentials.map(({ id }) => id)).toEqual([person.device.credentialId]);
    const passkey = person.device.get(options.challenge);
    expect((await post(path, { ...sent, passkey })).status).toBe(passes);
    // Code and signature are used up.
    expect(await errorOf(post(path, { ...sent, passkey }))).toMatchObject(ENDED);
    expect(await errorOf(askOptions(path, sent))).toMatchObject(ENDED);
  });

  it('asks nothing of a passkey once the code has ended, in another browser, or for another purpose', async () => {
    const sent = await begin();
    const other = path === SIGN_IN ? CONFIRM : SIGN_IN;
    // Begun for the same account, but no fresh sign-in.
    const linking = { path: '/admin/account/identities/start', token: person.token };
    const forLink = (await ask({ sub: 'me' }, linking)).sent;
    for (const [at, body] of [
      [path, { ...sent, browser: createToken() }],
      [path, { ...sent, code: createToken() }],
      [other, sent],
      [path, forLink],
    ] as const) {
      expect(await errorOf(askOptions(at, body))).toMatchObject(ENDED);
    }
    // Being asked for options leaves the code good for no longer than it was.
    await challengeFor(path, sent);
    later(31_000);
    expect(await errorOf(askOptions(path, sent))).toMatchObject(ENDED);
    expect(await api.db.$count(passkeyChallenges)).toBe(1);
  });

  it.each<[string, (mine: SoftwareAuthenticator, challenge: string) => Promise<object> | object]>([
    [
      "another account's passkey",
      async (_mine, challenge) => (await somebody('somebody else')).device.get(challenge),
    ],
    [
      "another account's challenge",
      async (mine) => {
        await somebody('somebody else');
        const { sent } = await ask({ sub: 'somebody else' });
        return mine.get(await challengeFor(SIGN_IN, sent));
      },
    ],
    ['a challenge that nobody made', (mine) => mine.get(createToken())],
    [
      'a challenge for adding a passkey',
      async (mine) => mine.get((await passkeyOptions(api, person.token)).challenge),
    ],
    ['another origin', (mine, challenge) => mine.get(challenge, { origin: 'https://evil.test' })],
    ['no user verification', (mine, challenge) => mine.get(challenge, { userVerified: false })],
  ])('rejects %s, and takes the right one then', async (_what, deviate) => {
    const sent = await begin();
    const challenge = await challengeFor(path, sent);
    const passkey = await deviate(person.device, challenge);
    expect(await errorOf(post(path, { ...sent, passkey }))).toMatchObject(wrong);
    const right = person.device.get(await challengeFor(path, sent));
    expect((await post(path, { ...sent, passkey: right })).status).toBe(passes);
  });

  it('takes a signature once, and one of two at once', async () => {
    const sent = await begin();
    const passkey = person.device.get(await challengeFor(path, sent));
    const both = [post(path, { ...sent, passkey }), post(path, { ...sent, passkey })];
    expect((await statusesOf(both)).filter((status) => status === passes)).toHaveLength(1);
    const again = await begin();
    expect(await errorOf(post(path, { ...again, passkey }))).toMatchObject(wrong);
  });

  it('counts each question for options, and answers 429 to more than 100', async () => {
    const sent = await begin();
    for (let count = 0; count < 100; count += 1) await challengeFor(path, sent);
    const last = await errorOf(askOptions(path, sent));
    expect(last).toMatchObject({ status: 429 });
    expect(last.detail).toContain('Too many failed sign-ins from your network.');
    expect(await api.db.$count(passkeyChallenges)).toBe(100);
  });

  it('has no options for an account without a passkey', async () => {
    const { token } = await linked('without');
    person = { ...person, token };
    const sent = await begin('without');
    expect(await rejectionOf(askOptions(path, sent))).toBe(
      '409 This account has no passkey for this address.',
    );
  });
});

it('shows nobody the passkeys of the account that they have signed in to at the provider to confirm', async () => {
  await somebody('somebody else');
  const sent = await WAYS.confirming.begin('somebody else');
  expect(await errorOf(askOptions(CONFIRM, sent))).toMatchObject(ENDED);
  const nobody = (await ask({ sub: 'unknown' })).sent;
  expect(await errorOf(askOptions(SIGN_IN, nobody))).toMatchObject(ENDED);
  expect(await api.db.$count(passkeyChallenges)).toBe(0);
});

it('confirms with it, for what asks again, and the history says by which factor a session began', async () => {
  const before = await newestEntryId(api);
  const sent = await WAYS['signing in'].begin();
  const passkey = person.device.get(await challengeFor(SIGN_IN, sent));
  const answer = await post(SIGN_IN, { ...sent, passkey });
  const token = await tokenIn(answer.clone());
  // So the panel offers no confirmation by a password.
  expect(await answer.json()).toMatchObject({ user: { has_password: false } });
  const entries = await storedEntries(api, before);
  expect(entries.flatMap(({ changes }) => changes)).toMatchObject([
    { what: 'signed_in', new: { factor: 'Passkey' } },
  ]);
  await api.db.update(sessions).set({ authenticated_at: new Date(now.getTime() - 16 * 60_000) });
  const start = { browser: createToken() };
  const begins = () => post('/admin/account/identities/start', start, token);
  expect((await begins()).status).toBe(403);
  person = { ...person, token };
  const again = await WAYS.confirming.begin();
  const signed = person.device.get(await challengeFor(CONFIRM, again));
  expect((await post(CONFIRM, { ...again, passkey: signed })).status).toBe(204);
  expect((await begins()).status).toBe(200);
});
