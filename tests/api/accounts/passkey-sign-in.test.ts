import { and, eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { passkeyChallenges, passkeys } from '~/platform/database/schema/account';
import type { PasskeyAssertion } from '~/accounts/passkeys';
import { errorOf, insertUser, rejectionOf, statusesOf } from '../../support/api';
import { aDevice, PASSKEYS_PATH, RELYING_PARTY, STORED_PASSKEY } from '../../support/factors';
import type { SoftwareAuthenticator, Deviation } from '../../support/software-authenticator';
import { MINUTE_MS, PASSWORD, perFileDesk, REQUIRED } from './factor-desk';

const desk = perFileDesk();

let mine: SoftwareAuthenticator;
beforeEach(async () => {
  ({ device: mine } = await desk.enrolPasskey());
  desk.later(MINUTE_MS);
});

/** The challenge of a sign-in that has begun. */
const challengeNow = async () => (await desk.signInOptions()).challenge;

it('says what the account has, and passes with what the passkey has signed', async () => {
  const error = await errorOf(desk.login());
  expect(error).toMatchObject({ ...REQUIRED, factors: ['passkey', 'recovery_code'] });
  const options = await desk.signInOptions();
  expect(options).toMatchObject({
    rpId: RELYING_PARTY.id,
    userVerification: 'required',
    allowCredentials: [{ id: mine.credentialId }],
  });
  await desk.signedIn({ passkey: mine.get(options.challenge) });
  const last_used_at = desk.now.toISOString();
  expect((await desk.factors()).passkeys).toMatchObject([{ last_used_at }]);
});

it('leaves the choice where there is an app as well', async () => {
  const app = await desk.enrolApp();
  desk.later(MINUTE_MS);
  const { factors: kinds } = await errorOf(desk.login());
  expect(kinds).toEqual(['app', 'passkey', 'recovery_code']);
  await desk.signedIn({ otp: app.codeAt(desk.now) });
  await desk.signedIn({ passkey: mine.get(await challengeNow()) });
});

it.each<[string, Deviation]>([
  ['another origin', { origin: 'https://evil.test' }],
  ['another RP ID', { rpId: 'evil.test' }],
  ['no user verification', { userVerified: false }],
  ['a counter that has gone back', { counter: 1 }],
  ['a challenge of its own', { challenge: 'bWFkZSB1cA' }],
])('rejects %s, and uses the challenge up', async (_what, other) => {
  await desk.signedIn({ passkey: mine.get(await challengeNow()) });
  const challenge = await challengeNow();
  expect(await errorOf(desk.login({ passkey: mine.get(challenge, other) }))).toMatchObject({
    ...REQUIRED,
    detail: 'This passkey could not be verified. Try again, or enter a code.',
    factors: ['passkey', 'recovery_code'],
  });
  if (other.challenge) return;
  expect((await desk.login({ passkey: mine.get(challenge) })).status).toBe(401);
});

it('rejects the signature of another key', async () => {
  const other = aDevice().get(await challengeNow());
  const forged: PasskeyAssertion = { ...other, id: mine.credentialId, rawId: mine.credentialId };
  expect((await desk.login({ passkey: forged })).status).toBe(401);
});

it('takes a challenge once, for 5 minutes', async () => {
  const challenge = await challengeNow();
  await desk.signedIn({ passkey: mine.get(challenge) });
  expect(await errorOf(desk.login({ passkey: mine.get(challenge) }))).toMatchObject(REQUIRED);
  const late = await challengeNow();
  desk.later(5 * MINUTE_MS);
  expect(await errorOf(desk.login({ passkey: mine.get(late) }))).toMatchObject(REQUIRED);
});

it("takes no one else's challenge, and leaves it to them", async () => {
  const username = 'bob@example.com';
  const person = { email: username, is_superuser: true, password_hash: `plain:${PASSWORD}` };
  const user_id = await insertUser(desk.api.db, person);
  const bob = aDevice();
  const his = { ...STORED_PASSKEY, user_id, credential_id: bob.credentialId };
  await desk.api.db.insert(passkeys).values(his);
  const { challenge } = await desk.signInOptions({ username });
  expect((await desk.login({ passkey: mine.get(challenge) })).status).toBe(401);
  const ofBob = eq(passkeyChallenges.user_id, user_id);
  const unusedChallenge = and(ofBob, eq(passkeyChallenges.challenge, challenge));
  expect(await desk.api.db.$count(passkeyChallenges, unusedChallenge)).toBe(1);
  // Another account's passkey does not answer the caller's own challenge either.
  expect((await desk.login({ passkey: bob.get(await challengeNow()) })).status).toBe(401);
});

it('lets one of two answers with the same count pass', async () => {
  const challenges = [await challengeNow(), await challengeNow()];
  const answers = challenges.map((challenge) => mine.get(challenge, { counter: 9 }));
  const both = answers.map((passkey) => desk.login({ passkey }));
  expect(await statusesOf(both)).toEqual([200, 401]);
});

it('takes devices that do not count', async () => {
  const { device: still } = await desk.enrolPasskey(aDevice(0));
  for (let times = 0; times < 2; times += 1) {
    const passkey = still.get(await challengeNow());
    expect((await desk.login({ passkey })).status).toBe(200);
  }
});

it('tells nobody without the password that there is a passkey', async () => {
  const rejected = await rejectionOf(desk.askOptions({ password: 'wrong' }));
  expect(rejected).toBe('401 Invalid email or password');
});

it('counts the right password on the way as an attempt, until a session begins', async () => {
  for (let attempt = 0; attempt < 10; attempt += 1)
    expect((await desk.askOptions()).status).toBe(200);
  expect((await desk.askOptions()).status).toBe(429);
});

it("removes nobody else's", async () => {
  const path = `${PASSKEYS_PATH}/${await desk.firstPasskeyId()}`;
  expect((await desk.api.call('DELETE', path)).status).toBe(401);
  const user_id = await insertUser(desk.api.db, { is_superuser: true });
  await desk.api.db.update(passkeys).set({ user_id });
  expect((await desk.call('DELETE', path)).status).toBe(404);
});
