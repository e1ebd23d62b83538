import { and, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { passkeyChallenges, passkeys } from '~/api/db/account-schema';
import { passkeyRequestOptionsSchema, type PasskeyAssertion } from '~/contract/passkeys';
import { insertUser, errorOf } from '../../support/api';
import {
  enrolApp,
  enrolPasskey,
  PASSKEYS_PATH,
  RELYING_PARTY,
  STORED_PASSKEY,
} from '../../support/factors';
import { SoftwareAuthenticator, type Deviation } from '../../support/software-authenticator';
import { device, MINUTE_MS, PASSWORD, REQUIRED, openPasskeyDesk } from './passkey-desk';
import { perFile } from '../../support/opened';

const desk = perFile(openPasskeyDesk);
beforeEach(() => desk.reset());

describe('POST /auth/login with a passkey', () => {
  let mine: SoftwareAuthenticator;
  beforeEach(async () => {
    ({ device: mine } = await enrolPasskey(desk.api, desk.token));
    desk.now = new Date(desk.now.getTime() + MINUTE_MS);
  });

  it('says what the account has, and passes with what the passkey has signed', async () => {
    const asked = await errorOf(await desk.login({}));
    expect(asked).toMatchObject({ ...REQUIRED, factors: ['passkey', 'recovery_code'] });
    const options = await desk.signInOptions();
    expect(options).toMatchObject({
      rpId: RELYING_PARTY.id,
      userVerification: 'required',
      allowCredentials: [{ id: mine.credentialId }],
    });
    await desk.signedIn({ passkey: mine.get(options.challenge) });
    expect((await desk.factors()).passkeys).toMatchObject([
      { last_used_at: desk.now.toISOString() },
    ]);
  });

  it('leaves the choice where there is an app as well', async () => {
    const app = await enrolApp(desk.api, desk.token, desk.now);
    desk.now = new Date(desk.now.getTime() + MINUTE_MS);
    const { factors: kinds } = await errorOf(await desk.login({}));
    expect(kinds).toEqual(['app', 'passkey', 'recovery_code']);
    await desk.signedIn({ otp: app.codeAt(desk.now) });
    await desk.signedIn({ passkey: mine.get((await desk.signInOptions()).challenge) });
  });

  it.each<[string, Deviation]>([
    ['another origin', { origin: 'https://evil.test' }],
    ['another RP ID', { rpId: 'evil.test' }],
    ['no user verification', { userVerified: false }],
    ['a counter that has gone back', { counter: 1 }],
    ['a challenge of its own', { challenge: 'bWFkZSB1cA' }],
  ])('rejects %s, and uses the challenge up', async (_what, other) => {
    await desk.signedIn({ passkey: mine.get((await desk.signInOptions()).challenge) });
    const { challenge } = await desk.signInOptions();
    expect(await errorOf(await desk.login({ passkey: mine.get(challenge, other) }))).toMatchObject({
      ...REQUIRED,
      detail: 'This passkey could not be verified. Try again, or enter a code.',
      factors: ['passkey', 'recovery_code'],
    });
    if (other.challenge) return;
    expect((await desk.login({ passkey: mine.get(challenge) })).status).toBe(401);
  });

  it('rejects the signature of another key', async () => {
    const { challenge } = await desk.signInOptions();
    const other = device().get(challenge);
    const forged: PasskeyAssertion = { ...other, id: mine.credentialId, rawId: mine.credentialId };
    expect((await desk.login({ passkey: forged })).status).toBe(401);
  });

  it('takes a challenge once', async () => {
    const { challenge } = await desk.signInOptions();
    await desk.signedIn({ passkey: mine.get(challenge) });
    expect(await errorOf(await desk.login({ passkey: mine.get(challenge) }))).toMatchObject(
      REQUIRED,
    );
  });

  it('takes a challenge for 5 minutes', async () => {
    const { challenge } = await desk.signInOptions();
    desk.now = new Date(desk.now.getTime() + 5 * MINUTE_MS);
    expect(await errorOf(await desk.login({ passkey: mine.get(challenge) }))).toMatchObject(
      REQUIRED,
    );
  });

  it("takes no one else's challenge, and leaves it to them", async () => {
    const email = 'bob@example.com';
    const password_hash = `plain:${PASSWORD}`;
    const bobId = await insertUser(desk.api.db, { email, is_superuser: true, password_hash });
    const bob = device();
    const his = { ...STORED_PASSKEY, user_id: bobId, credential_id: bob.credentialId };
    await desk.api.db.insert(passkeys).values(his);
    const asked = await desk.askOptions({ username: email });
    const { challenge } = passkeyRequestOptionsSchema.parse(await asked.json());
    expect((await desk.login({ passkey: mine.get(challenge) })).status).toBe(401);
    const left = and(
      eq(passkeyChallenges.user_id, bobId),
      eq(passkeyChallenges.challenge, challenge),
    );
    expect(await desk.api.db.$count(passkeyChallenges, left)).toBe(1);
    // Nor another account's passkey for a challenge of one's own.
    const own = await desk.signInOptions();
    expect((await desk.login({ passkey: bob.get(own.challenge) })).status).toBe(401);
  });

  it('lets one of two processes take an answer', async () => {
    await desk.withOtherProcess(async (other) => {
      const { challenge } = await desk.signInOptions(other);
      const passkey = mine.get(challenge);
      const both = [desk.api, other, desk.api, other].map((server) =>
        desk.login({ passkey }, '192.0.2.9', server),
      );
      const statuses = (await Promise.all(both)).map(({ status }) => status);
      expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401, 401]);
    });
  });

  it('lets one of two answers with the same count pass', async () => {
    const first = await desk.signInOptions();
    const second = await desk.signInOptions();
    const answers = [first, second].map(({ challenge }) => mine.get(challenge, { counter: 9 }));
    const both = await Promise.all(answers.map((passkey) => desk.login({ passkey })));
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401]);
  });

  it('takes devices that do not count', async () => {
    const { id, origin } = RELYING_PARTY;
    const still = new SoftwareAuthenticator(origin, id, { counter: 0 });
    await enrolPasskey(desk.api, desk.token, still);
    await desk.signedIn({ passkey: still.get((await desk.signInOptions()).challenge) });
    const answer = await desk.login({ passkey: still.get((await desk.signInOptions()).challenge) });
    expect(answer.status).toBe(200);
  });

  it('counts wrong answers as failed sign-ins', async () => {
    for (let guess = 0; guess < 10; guess += 1) {
      const passkey = mine.get('bWFkZSB1cA');
      expect((await desk.login({ passkey })).status).toBe(401);
    }
    const options = await desk.askOptions();
    expect(options.status).toBe(429);
    const elsewhere = await desk.askOptions({}, desk.api, '198.51.100.7');
    const { challenge } = passkeyRequestOptionsSchema.parse(await elsewhere.json());
    const passkey = mine.get(challenge);
    expect((await desk.login({ passkey })).status).toBe(429);
    expect((await desk.login({ passkey }, '198.51.100.7')).status).toBe(200);
  });

  it('ends wrong answers from many addresses after 20', async () => {
    for (let guess = 0; guess < 20; guess += 1) {
      const passkey = mine.get('bWFkZSB1cA');
      expect((await desk.login({ passkey }, `198.51.100.${guess}`)).status).toBe(401);
    }
    const passkey = mine.get((await desk.signInOptions()).challenge);
    expect((await desk.login({ passkey }, '203.0.113.1')).status).toBe(429);
  });

  it('tells nobody without the password that there is a passkey', async () => {
    expect(await errorOf(await desk.askOptions({ password: 'wrong' }))).toEqual({
      status: 401,
      detail: 'Invalid email or password',
    });
  });

  it('counts the right password on the way as an attempt, until a session begins', async () => {
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await desk.askOptions()).status).toBe(200);
    expect((await desk.askOptions()).status).toBe(429);
  });

  it('is as before once it is removed; the recovery codes are gone', async () => {
    const id = await desk.firstPasskeyId();
    expect((await desk.call('DELETE', `${PASSKEYS_PATH}/${id}`)).status).toBe(204);
    expect((await desk.call('DELETE', `${PASSKEYS_PATH}/${id}`)).status).toBe(404);
    await desk.signedIn({});
    expect((await desk.factors()).recovery_codes_left).toBe(0);
    expect((await desk.askOptions()).status).toBe(409);
  });

  it("removes nobody else's", async () => {
    const id = await desk.firstPasskeyId();
    expect((await desk.api.call('DELETE', `${PASSKEYS_PATH}/${id}`)).status).toBe(401);
    const foreign = await insertUser(desk.api.db, { is_superuser: true });
    await desk.api.db.update(passkeys).set({ user_id: foreign });
    expect((await desk.call('DELETE', `${PASSKEYS_PATH}/${id}`)).status).toBe(404);
  });
});
