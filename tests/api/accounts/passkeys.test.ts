import { createPrivateKey, sign, type KeyObject } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { passkeyChallenges } from '~/platform/database/schema/account';
import { capabilityCalls } from '~/rpc/service-calls';
import { factorsSchema } from '~/accounts/factors';
import { callsOf, errorOf, fieldError } from '../../support/api';
import {
  aDevice,
  enrolApp,
  enrolPasskey,
  PASSKEYS_PATH,
  RELYING_PARTY,
} from '../../support/factors';
import { newestEntryId, storedEntries } from '../../support/history';
import { must } from '../../support/must';
import type { Attestation, Deviation } from '../../support/software-authenticator';
import { EMAIL, FACTORS, MINUTE_MS, perFileDesk, REQUIRED, type Server } from './factor-desk';

const desk = perFileDesk();

async function offersPasskeys(server: Server): Promise<boolean> {
  const { answer } = capabilityCalls.calls.get;
  return (await callsOf(server).read(answer, 'GET', '/capabilities')).passkeys;
}

const DEVIATIONS: Deviation[] = [
  { origin: 'https://panel.test.example' },
  { rpId: 'other.test' },
  { userVerified: false },
];

const ES256 = -7;
/**
 * Certificate of a maker of authenticators, as section 8.2.1 of the standard requires. It names an
 * address for revoked certificates. Its key is below.
 */
const CERTIFICATE =
  'MIICPjCCAeSgAwIBAgIUejrH4gVepOeyYNTBfgwHYFhSz+swCgYIKoZIzj0EAwIwXjELMAkGA1UEBhMCQ0gxFTATBgNVBAoMDEV4YW1wbGUgS2V5czEiMCAGA1UECwwZQXV0aGVudGljYXRvciBBdHRlc3RhdGlvbjEUMBIGA1UEAwwLRXhhbXBsZSBLZXkwIBcNMjYxMTI4MDYwMDMwWhgPMjA1MTA3MjAwNjAwMzBaMF4xCzAJBgNVBAYTAkNIMRUwEwYDVQQKDAxFeGFtcGxlIEtleXMxIjAgBgNVBAsMGUF1dGhlbnRpY2F0b3IgQXR0ZXN0YXRpb24xFDASBgNVBAMMC0V4YW1wbGUgS2V5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEK+Nw8zbY1310DsPAAc77QzsyM1jbxfnaRelnGzyaTsCKrjSLlUZx/EFO7OdbZqn6aJAv8aVMfbMABubhlKaj8qN+MHwwHQYDVR0OBBYEFFs+1VrNi3RLdZkxAuKJiegh0fvTMB8GA1UdIwQYMBaAFFs+1VrNi3RLdZkxAuKJiegh0fvTMAkGA1UdEwQCMAAwLwYDVR0fBCgwJjAkoCKgIIYeaHR0cDovLzEyNy4wLjAuMTo5L3Jldm9rZWQuY3JsMAoGCCqGSM49BAMCA0gAMEUCIQDNBla6ivQIZVBtm4QxzIIWKuyThYrfsSWSmHvcuA9oAgIgX49bSmp/9lZa/zX1NIdvap+hhoNK4yDWEBpSURwhbgo=';
const CERTIFICATE_KEY = createPrivateKey({
  key: Buffer.from(
    'MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg0/q/K2jrqdOktBdx8plyZlQk+TmEZLx/oOhc0Cg90XChRANCAAQr43DzNtjXfXQOw8ABzvtDOzIzWNvF+dpF6WcbPJpOwIquNIuVRnH8QU7s51tmqfpokC/xpUx9swAG5uGUpqPy',
    'base64',
  ),
  format: 'der',
  type: 'pkcs8',
});

/** An attestation of this format by a certificate. */
function certified(format: string, signed: Buffer): Attestation {
  const statement = new Map<string, number | Uint8Array | Uint8Array[]>([
    ['alg', ES256],
    ['sig', Uint8Array.from(sign('sha256', signed, CERTIFICATE_KEY))],
    ['x5c', [Uint8Array.from(Buffer.from(CERTIFICATE, 'base64'))]],
  ]);
  return { format, statement };
}

/** An attestation by the passkey's own key. */
function selfSigned(signed: Buffer, key: KeyObject): Attestation {
  const statement = new Map<string, number | Uint8Array>([
    ['alg', ES256],
    ['sig', Uint8Array.from(sign('sha256', signed, key))],
  ]);
  return { format: 'packed', statement };
}

/** Adds a passkey of this name with the device's answer to the challenge. */
const add = (challenge: string, name = 'Laptop', device = aDevice(), other: Deviation = {}) =>
  desk.call('POST', PASSKEYS_PATH, { name, credential: device.create(challenge, other) });

describe('adding a passkey', () => {
  it('asks a device for one that verifies its user, and gives recovery codes with the first', async () => {
    const options = await desk.passkeyOptions();
    expect(options).toMatchObject({
      rp: { id: RELYING_PARTY.id },
      user: { name: EMAIL },
      excludeCredentials: [],
      authenticatorSelection: { userVerification: 'required' },
      timeout: 5 * MINUTE_MS,
    });
    expect(Buffer.from(options.challenge, 'base64url')).toHaveLength(32);
    const { device: first, recoveryCodes: codes } = await desk.enrolPasskey();
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
    expect((await desk.passkeyOptions()).excludeCredentials).toEqual([
      { id: first.credentialId, type: 'public-key', transports: ['internal'] },
    ]);
    expect((await desk.enrolPasskey()).recoveryCodes).toBeNull();
    expect((await desk.factors()).passkeys).toHaveLength(2);
  });

  it.each(DEVIATIONS)('rejects %j, and uses the challenge up', async (other) => {
    const { challenge } = await desk.passkeyOptions();
    const mine = aDevice();
    expect(await errorOf(add(challenge, 'Laptop', mine, other))).toMatchObject({
      status: 422,
      errors: [{ field: 'credential' }],
    });
    expect((await add(challenge, 'Laptop', mine)).status).toBe(409);
    expect((await desk.factors()).passkeys).toEqual([]);
  });

  it('takes a challenge once, for 5 minutes, and only for this purpose and account', async () => {
    const { challenge } = await desk.passkeyOptions();
    expect((await add(challenge)).status).toBe(200);
    expect((await add(challenge, 'Replayed')).status).toBe(409);

    const late = await desk.passkeyOptions();
    desk.later(5 * MINUTE_MS);
    expect((await add(late.challenge, 'Late')).status).toBe(409);

    const forSignIn = await desk.signInOptions();
    expect((await add(forSignIn.challenge, 'Misused')).status).toBe(409);

    await desk.api.db.insert(passkeyChallenges).values({
      challenge: 'b3RoZXJz',
      user_id: desk.api.adminId,
      purpose: 'register',
      expires_at: new Date(desk.now.getTime() + MINUTE_MS),
    });
    expect((await add('b3RoZXJz', 'Stolen')).status).toBe(409);
    expect((await desk.factors()).passkeys).toHaveLength(1);
  });

  it('says that a passkey is registered already, and which name it needs', async () => {
    const { device: mine } = await desk.enrolPasskey();
    const { challenge } = await desk.passkeyOptions();
    const again = await errorOf(add(challenge, 'Again', mine));
    expect(again.detail).toBe('This passkey is registered already.');
    expect(await errorOf(add('YQ', ' '))).toEqual(fieldError('name', 'Name is required'));
  });

  it.each(['packed', 'fido-u2f', 'apple', 'tpm', 'android-key', 'android-safetynet', 'to come'])(
    'takes a passkey with an attestation that nobody asked for, and looks past that: %s',
    async (format) => {
      const fetched = vi.spyOn(globalThis, 'fetch');
      onTestFinished(() => fetched.mockRestore());
      const mine = aDevice();
      const { challenge } = await desk.passkeyOptions();
      const attest = (signed: Buffer) => certified(format, signed);
      expect((await add(challenge, format, mine, { attest })).status).toBe(200);
      expect(fetched).not.toHaveBeenCalled();
      const { challenge: again } = await desk.signInOptions();
      expect((await desk.login({ passkey: mine.get(again) })).status).toBe(200);

      // Everything else counts as before.
      for (const other of DEVIATIONS) {
        const { challenge: next } = await desk.passkeyOptions();
        const rejected = add(next, 'Other', aDevice(), { ...other, attest });
        expect((await rejected).status).toBe(422);
      }
    },
  );

  it("takes a passkey's own signature for an attestation, where it is good", async () => {
    const { challenge } = await desk.passkeyOptions();
    expect((await add(challenge, 'Self', aDevice(), { attest: selfSigned })).status).toBe(200);
    const forged = (signed: Buffer, key: KeyObject) =>
      selfSigned(Buffer.concat([signed, signed]), key);
    const { challenge: next } = await desk.passkeyOptions();
    expect((await add(next, 'Forged', aDevice(), { attest: forged })).status).toBe(422);
  });
});

it('satisfies REQUIRE_SECOND_FACTOR, where the last one stays', async () => {
  const strict = desk.withSettings({ requireSecondFactor: true });
  const { call } = callsOf(strict, desk.token);
  expect((await call('GET', '/admin/condos')).status).toBe(403);
  await enrolPasskey(strict, desk.token);
  expect((await call('GET', '/admin/condos')).status).toBe(200);
  const path = `${PASSKEYS_PATH}/${await desk.firstPasskeyId()}`;
  expect((await call('DELETE', path)).status).toBe(409);
  await enrolApp(strict, desk.token, desk.now);
  expect((await call('DELETE', path)).status).toBe(204);
  expect((await desk.factors()).recovery_codes_left).toBe(10);
});

it('another host has no passkeys of this one, and still wants a second factor', async () => {
  await desk.enrolPasskey();
  const relyingParty = { id: 'moved.test', origin: 'https://moved.test' };
  const moved = desk.withSettings({ relyingParty });
  const error = await errorOf(desk.login({}, '192.0.2.1', moved));
  expect(error).toMatchObject({ ...REQUIRED, factors: ['recovery_code'] });
  expect((await desk.askOptions({}, moved)).status).toBe(409);
  const listed = await callsOf(moved, desk.token).read(factorsSchema, 'GET', FACTORS);
  expect(listed.passkeys).toMatchObject([{ is_usable: false }]);
});

it('passkeys are not offered without a host for them', async () => {
  const without = desk.withSettings({ relyingParty: undefined });
  expect(await offersPasskeys(desk.api)).toBe(true);
  expect(await offersPasskeys(without)).toBe(false);
  expect((await desk.askOptions({}, without)).status).toBe(409);
  const options = callsOf(without, desk.token).call('POST', `${PASSKEYS_PATH}/options`);
  expect((await options).status).toBe(409);
});

it('the history says which factor changed and which one signed in, without secrets', async () => {
  const before = await newestEntryId(desk.api);
  const { device: mine, recoveryCodes: codes } = await desk.enrolPasskey();
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
