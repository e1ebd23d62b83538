import { beforeEach, describe, expect, it } from 'vitest';
import { createApi } from '~/api/app.server';
import { passkeyChallenges } from '~/api/db/account-schema';
import { capabilityCalls } from '~/contract/calls/service';
import { factorsSchema } from '~/contract/factors';
import { createRequest, errorOf } from '../../support/api';
import {
  enrolApp,
  enrolPasskey,
  passkeyOptions,
  PASSKEYS_PATH,
  RELYING_PARTY,
} from '../../support/factors';
import { newestEntryId, storedEntries } from '../../support/history';
import { must } from '../../support/must';
import { type Deviation } from '../../support/software-authenticator';
import {
  device,
  EMAIL,
  FACTORS,
  MINUTE_MS,
  REQUIRED,
  SETTINGS,
  openPasskeyDesk,
  type Server,
} from './passkey-desk';
import { perFile } from '../../support/opened';

const desk = perFile(openPasskeyDesk);
beforeEach(() => desk.reset());

async function offersPasskeys(server: Server): Promise<boolean> {
  const response = await server.fetch(createRequest('GET', '/capabilities'));
  return capabilityCalls.calls.get.answer.parse(await response.json()).passkeys;
}

describe('adding a passkey', () => {
  it('asks a device for one that verifies its user, and gives recovery codes with the first', async () => {
    const options = await passkeyOptions(desk.api, desk.token);
    expect(options).toMatchObject({
      rp: { id: RELYING_PARTY.id },
      user: { name: EMAIL },
      excludeCredentials: [],
      authenticatorSelection: { userVerification: 'required' },
      timeout: 5 * MINUTE_MS,
    });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    const { device: first, recoveryCodes: codes } = await enrolPasskey(desk.api, desk.token);
    expect(codes).toHaveLength(10);
    expect(await desk.factors()).toMatchObject({
      totp: null,
      passkeys: [
        {
          name: 'Work laptop',
          created_at: desk.now.toISOString(),
          last_used_at: null,
          is_usable: true,
        },
      ],
      recovery_codes_left: 10,
    });
    expect((await passkeyOptions(desk.api, desk.token)).excludeCredentials).toEqual([
      { id: first.credentialId, type: 'public-key', transports: ['internal'] },
    ]);
    expect((await enrolPasskey(desk.api, desk.token)).recoveryCodes).toBeNull();
    expect((await desk.factors()).passkeys).toHaveLength(2);
  });

  it.each<[string, Deviation]>([
    ['another origin', { origin: 'https://panel.test.example' }],
    ['another RP ID', { rpId: 'other.test' }],
    ['no user verification', { userVerified: false }],
  ])('rejects %s, and uses the challenge up', async (_what, other) => {
    const { challenge } = await passkeyOptions(desk.api, desk.token);
    const mine = device();
    const body = { name: 'Laptop', credential: mine.create(challenge, other) };
    expect(await errorOf(await desk.call('POST', PASSKEYS_PATH, body))).toMatchObject({
      status: 422,
      errors: [{ field: 'credential' }],
    });
    const again = { name: 'Laptop', credential: mine.create(challenge) };
    expect((await desk.call('POST', PASSKEYS_PATH, again)).status).toBe(409);
    expect((await desk.factors()).passkeys).toEqual([]);
  });

  it('takes a challenge once, for 5 minutes, and only for this purpose and account', async () => {
    const { challenge } = await passkeyOptions(desk.api, desk.token);
    const body = { name: 'Laptop', credential: device().create(challenge) };
    expect((await desk.call('POST', PASSKEYS_PATH, body)).status).toBe(200);
    const replayed = { name: 'Replayed', credential: device().create(challenge) };
    expect((await desk.call('POST', PASSKEYS_PATH, replayed)).status).toBe(409);

    const late = await passkeyOptions(desk.api, desk.token);
    desk.now = new Date(desk.now.getTime() + 5 * MINUTE_MS);
    const expired = { name: 'Late', credential: device().create(late.challenge) };
    expect((await desk.call('POST', PASSKEYS_PATH, expired)).status).toBe(409);

    const forSignIn = await desk.signInOptions();
    const misused = { name: 'Misused', credential: device().create(forSignIn.challenge) };
    expect((await desk.call('POST', PASSKEYS_PATH, misused)).status).toBe(409);

    await desk.api.db.insert(passkeyChallenges).values({
      challenge: 'b3RoZXJz',
      user_id: desk.api.adminId,
      purpose: 'register',
      expires_at: new Date(desk.now.getTime() + MINUTE_MS),
    });
    const stolen = { name: 'Stolen', credential: device().create('b3RoZXJz') };
    expect((await desk.call('POST', PASSKEYS_PATH, stolen)).status).toBe(409);
    expect((await desk.factors()).passkeys).toHaveLength(1);
  });

  it('says that a passkey is registered already, and which name it needs', async () => {
    const { device: mine } = await enrolPasskey(desk.api, desk.token);
    const { challenge } = await passkeyOptions(desk.api, desk.token);
    const again = { name: 'Again', credential: mine.create(challenge) };
    expect((await errorOf(await desk.call('POST', PASSKEYS_PATH, again))).detail).toBe(
      'This passkey is registered already.',
    );
    expect(
      await errorOf(
        await desk.call('POST', PASSKEYS_PATH, { name: ' ', credential: device().create('YQ') }),
      ),
    ).toMatchObject({
      status: 422,
      errors: [{ field: 'name', message: 'Name is required' }],
    });
  });

  it.each([
    ['POST', '/options'],
    ['POST', ''],
    ['DELETE', '/1'],
  ])('%s %s asks for the password after an old sign-in', async (method, path) => {
    const credential = device().create('YQ');
    desk.now = new Date(desk.now.getTime() + 16 * MINUTE_MS);
    const body = method === 'POST' && path === '' ? { name: 'Laptop', credential } : undefined;
    expect(await errorOf(await desk.call(method, `${PASSKEYS_PATH}${path}`, body))).toMatchObject({
      status: 403,
      code: 'reauthentication_required',
    });
  });

  it('rejects a certificate, which nobody asked for', async () => {
    const { challenge } = await passkeyOptions(desk.api, desk.token);
    const credential = device().create(challenge, { format: 'android-safetynet' });
    const response = await desk.call('POST', PASSKEYS_PATH, { name: 'Laptop', credential });
    expect(response.status).toBe(422);
  });
});

it('satisfies REQUIRE_SECOND_FACTOR, where the last one stays', async () => {
  const strict = createApi({
    ...desk.api.deps,
    settings: { ...SETTINGS, requireSecondFactor: true },
  });
  const ask = (method: string, path: string) =>
    strict.fetch(createRequest(method, path, undefined, desk.token));
  expect((await ask('GET', '/admin/condos')).status).toBe(403);
  await enrolPasskey(strict, desk.token);
  expect((await ask('GET', '/admin/condos')).status).toBe(200);
  const id = await desk.firstPasskeyId();
  expect((await ask('DELETE', `${PASSKEYS_PATH}/${id}`)).status).toBe(409);
  await enrolApp(strict, desk.token, desk.now);
  expect((await ask('DELETE', `${PASSKEYS_PATH}/${id}`)).status).toBe(204);
  expect((await desk.factors()).recovery_codes_left).toBe(10);
});

it('another host has no passkeys of this one, and still wants a second factor', async () => {
  await enrolPasskey(desk.api, desk.token);
  const relyingParty = { id: 'moved.test', origin: 'https://moved.test' };
  const moved = createApi({ ...desk.api.deps, settings: { ...SETTINGS, relyingParty } });
  const asked = await errorOf(await desk.login({}, '192.0.2.1', moved));
  expect(asked).toMatchObject({ ...REQUIRED, factors: ['recovery_code'] });
  expect((await desk.askOptions({}, moved)).status).toBe(409);
  const listed = await moved.fetch(createRequest('GET', FACTORS, undefined, desk.token));
  expect(factorsSchema.parse(await listed.json()).passkeys).toMatchObject([{ is_usable: false }]);
});

it('is not offered without a host for it', async () => {
  const { relyingParty: _none, ...others } = SETTINGS;
  const without = createApi({ ...desk.api.deps, settings: others });
  expect(await offersPasskeys(desk.api)).toBe(true);
  expect(await offersPasskeys(without)).toBe(false);
  expect((await desk.askOptions({}, without)).status).toBe(409);
  const path = `${PASSKEYS_PATH}/options`;
  const options = await without.fetch(createRequest('POST', path, undefined, desk.token));
  expect(options.status).toBe(409);
});

it('the history says which factor changed and which one signed in, without secrets', async () => {
  const before = await newestEntryId(desk.api);
  const { device: mine, recoveryCodes: codes } = await enrolPasskey(desk.api, desk.token);
  const { challenge } = await desk.signInOptions();
  await desk.signedIn({ passkey: mine.get(challenge) });
  await desk.signedIn({ otp: must(codes, 'codes')[0] });
  const id = await desk.firstPasskeyId();
  await desk.call('DELETE', `${PASSKEYS_PATH}/${id}`);
  const entries = await storedEntries(desk.api, before);
  expect(entries.flatMap(({ changes }) => changes)).toMatchObject([
    { what: 'factors', record: `user ${desk.adaId}`, new: { factor: 'Passkey', change: 'Added' } },
    { what: 'signed_in', new: { factor: 'Passkey' } },
    { what: 'signed_in', new: { factor: 'Recovery code' } },
    { what: 'factors', new: { factor: 'Passkey', change: 'Removed' } },
  ]);
  const text = JSON.stringify(entries);
  for (const unwanted of [mine.credentialId, challenge, 'Work laptop', ...must(codes, 'codes')]) {
    expect(text).not.toContain(unwanted);
  }
});
