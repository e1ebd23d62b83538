import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';
import { createPasswordLink } from '~/accounts/server/password-links.repo';
import { totpCode, totpStep } from '~/accounts/server/totp';
import { authenticators, passwordLinks, recoveryCodes } from '~/platform/database/schema/account';
import { newRecoveryCodesSchema, totpSetupSchema } from '~/accounts/factors';
import { callsOf, errorOf, statusesOf } from '../../support/api';
import { enrolApp, PASSKEYS_PATH, type EnrolledApp } from '../../support/factors';
import { newestEntryId, storedEntries } from '../../support/history';
import { must } from '../../support/must';
import { EMAIL, FACTORS, MINUTE_MS, PASSWORD, perFileDesk, REQUIRED } from './factor-desk';

const APP = `${FACTORS}/totp`;
const CODES = `${FACTORS}/recovery-codes`;
const ELSEWHERE = '198.51.100.7';

const desk = perFileDesk();

const startApp = () => desk.read(totpSetupSchema, 'POST', APP);
const confirmApp = (code: string) => desk.call('POST', `${APP}/confirmation`, { code });
const codeNow = (secret: string) => totpCode(secret, totpStep(desk.now));

const NONE = { totp: null, passkeys: [], recovery_codes_left: 0, required: false };

describe('setting up an authenticator app', () => {
  it('shows the secret, wants a code of it, and hands out ten recovery codes once', async () => {
    expect(await desk.factors()).toEqual(NONE);
    const { secret, uri } = await startApp();
    expect(uri).toContain(`secret=${secret}`);
    // Not confirmed yet: the password alone signs in.
    await desk.signedIn();
    const wrong = await errorOf(confirmApp('000000'));
    expect(wrong).toMatchObject({ status: 422, errors: [{ field: 'code' }] });
    const { recoveryCodes: codes } = await desk.enrolApp();
    expect(codes).toHaveLength(10);
    expect(await desk.factors()).toEqual({
      ...NONE,
      totp: { added_at: desk.now.toISOString() },
      recovery_codes_left: 10,
    });
    const stored = JSON.stringify([
      await desk.api.db.select().from(authenticators),
      await desk.api.db.select().from(recoveryCodes),
    ]);
    for (const code of codes) expect(stored).not.toContain(code);
  });

  it.each(['http://localhost:3001', 'http://localhost:3002', 'https://panel.example'])(
    'names the installation at %s, so that an app has an entry for each',
    async (publicUrl) => {
      const installation = callsOf(desk.withSettings({ publicUrl }), desk.token);
      const { uri } = await installation.read(totpSetupSchema, 'POST', APP);
      const named = new URL(publicUrl).host.replace(':', ' port ');
      expect(decodeURIComponent(uri)).toContain(`/Condo Admin (${named}):${EMAIL}?`);
      expect(new URL(uri).searchParams.get('issuer')).toBe(`Condo Admin (${named})`);
    },
  );

  it('takes the place of an earlier app, which counts until then, and leaves the codes', async () => {
    const first = await desk.enrolApp();
    const { secret } = await startApp();
    desk.later(MINUTE_MS);
    await desk.signedIn({ otp: first.codeAt(desk.now) });
    expect(secret).not.toBe(first.secret);
    const confirmed = await confirmApp(codeNow(secret));
    expect(newRecoveryCodesSchema.parse(await confirmed.json()).recovery_codes).toBeNull();
    desk.later(MINUTE_MS);
    expect((await desk.login({ otp: first.codeAt(desk.now) })).status).toBe(401);
    await desk.signedIn({ otp: codeNow(secret) });
    await desk.signedIn({ otp: first.recoveryCodes[0] });
  });

  it('ends after a quarter of an hour', async () => {
    const { secret } = await startApp();
    desk.later(15 * MINUTE_MS);
    expect((await confirmApp(codeNow(secret))).status).toBe(409);
  });
});

const byApp = (otpOf: (app: EnrolledApp) => string | undefined) => async () => {
  const app = await desk.enrolApp();
  desk.later(MINUTE_MS);
  return {
    path: APP,
    right: () => Promise.resolve({ otp: otpOf(app) }),
    wrong: () => ({ otp: '000000' }),
  };
};

/** Second factors. Each has the path that removes it, a right answer and a wrong one. */
const SECOND_FACTORS = {
  'an app': byApp((app) => app.codeAt(desk.now)),
  'a recovery code': byApp(({ recoveryCodes: codes }) => codes[3]),
  'a passkey': async () => {
    const { device } = await desk.enrolPasskey();
    return {
      path: `${PASSKEYS_PATH}/${await desk.firstPasskeyId()}`,
      right: async (address?: string) => {
        const { challenge } = await desk.signInOptions({}, desk.api, address);
        return { passkey: device.get(challenge) };
      },
      wrong: () => ({ passkey: device.get('bWFkZSB1cA') }),
    };
  },
};

describe.each(Object.entries(SECOND_FACTORS))('%s as the second factor', (_kind, add) => {
  it('signs one of two processes in by the same answer', async () => {
    const { right } = await add();
    const answer = await right();
    const other = desk.otherProcess();
    const servers = [desk.api, other, desk.api, other];
    const all = servers.map((server) => desk.login(answer, '192.0.2.9', server));
    expect(await statusesOf(all)).toEqual([200, 401, 401, 401]);
  });

  it('counts wrong answers, and the right password without one, as failed sign-ins', async () => {
    const { right, wrong } = await add();
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await desk.login()).status).toBe(401);
      expect((await desk.login(wrong())).status).toBe(401);
    }
    const answer = await right(ELSEWHERE);
    expect((await desk.login(answer)).status).toBe(429);
    // From elsewhere the owner can still sign in.
    expect((await desk.login(answer, ELSEWHERE)).status).toBe(200);
  });

  it('ends guessing from many addresses after 20 wrong answers', async () => {
    const { right, wrong } = await add();
    for (let guess = 0; guess < 20; guess += 1) {
      expect((await desk.login(wrong(), `198.51.100.${guess}`)).status).toBe(401);
    }
    expect((await desk.login(await right(), '203.0.113.1')).status).toBe(429);
  });

  it('is not asked for once it is removed; its recovery codes are gone', async () => {
    const { path } = await add();
    expect((await desk.call('DELETE', path)).status).toBe(204);
    expect((await desk.call('DELETE', path)).status).toBe(404);
    await desk.signedIn();
    expect(await desk.factors()).toEqual(NONE);
    expect((await desk.call('POST', CODES)).status).toBe(409);
    expect((await desk.askOptions()).status).toBe(409);
  });
});

describe('POST /auth/login with a code', () => {
  let app: EnrolledApp;
  beforeEach(async () => {
    app = await desk.enrolApp();
    desk.later(MINUTE_MS);
  });

  it('asks for a code, and passes with the same call and `otp`', async () => {
    const error = await errorOf(desk.login());
    expect(error).toMatchObject(REQUIRED);
    expect(error.detail).not.toBe('');
    expect(await errorOf(desk.login({ otp: ' ' }))).toMatchObject(REQUIRED);
    expect(await errorOf(desk.login({ otp: '123' }))).toMatchObject(REQUIRED);
    const code = app.codeAt(desk.now);
    await desk.signedIn({ otp: `${code.slice(0, 3)} ${code.slice(3)}` });
  });

  it('says nothing about the factor to whoever lacks the password', async () => {
    const otp = app.codeAt(desk.now);
    expect((await errorOf(desk.login({ password: 'wrong', otp }))).code).toBeUndefined();
    await desk.signedIn({ otp });
  });

  it('takes a code once, also the one of the confirmation, and none before it', async () => {
    await desk.signedIn({ otp: app.codeAt(desk.now) });
    for (const steps of [0, -1]) {
      const otp = app.codeAt(desk.now, steps);
      expect(await errorOf(desk.login({ otp }))).toMatchObject(REQUIRED);
    }
    await desk.signedIn({ otp: app.codeAt(desk.now, 1) });
  });

  it('takes a recovery code once, however it is typed', async () => {
    const [code = '', other = ''] = app.recoveryCodes;
    await desk.signedIn({ otp: code.toUpperCase() });
    expect(await errorOf(desk.login({ otp: code }))).toMatchObject(REQUIRED);
    expect((await desk.factors()).recovery_codes_left).toBe(9);
    await desk.signedIn({ otp: other.replaceAll('-', ' ') });
  });

  it('is not skipped by a new password', async () => {
    const expiresAt = new Date(desk.now.getTime() + MINUTE_MS);
    const link = { userId: desk.adaId, kind: 'password_reset', expiresAt } as const;
    const token = await createPasswordLink(desk.api.db, link, desk.now);
    const set = await desk.call('POST', '/auth/set-password', { token, password: PASSWORD });
    expect(set.status).toBe(204);
    expect(await errorOf(desk.login())).toMatchObject(REQUIRED);
    await desk.api.db.delete(passwordLinks);
  });

  it('takes new recovery codes in place of the old ones', async () => {
    const { recovery_codes: codes } = await desk.read(newRecoveryCodesSchema, 'POST', CODES);
    expect((await desk.login({ otp: app.recoveryCodes[0] })).status).toBe(401);
    await desk.signedIn({ otp: must(codes, 'codes')[9] });
  });
});

it('the history says that factors changed, and holds no secret and no code', async () => {
  const before = await newestEntryId(desk.api);
  const { secret, recoveryCodes: codes } = await desk.enrolApp();
  await desk.call('POST', CODES);
  await desk.call('DELETE', APP);
  const entries = await storedEntries(desk.api, before);
  const actor = `administrator ${desk.adaId} ${EMAIL}`;
  const entry = { actor, action: 'factors', record: `user ${desk.adaId}` };
  expect(entries).toMatchObject([entry, entry, entry]);
  expect(entries.flatMap(({ changes }) => changes)).toMatchObject([
    { what: 'factors', old: null, new: { factor: 'Authenticator app', change: 'Added' } },
    { what: 'factors', new: { factor: 'Recovery code', change: 'Replaced' } },
    { what: 'factors', new: { factor: 'Authenticator app', change: 'Removed' } },
  ]);
  const text = JSON.stringify(entries);
  for (const unwanted of [secret, ...codes]) expect(text).not.toContain(unwanted);
});

it('REQUIRE_SECOND_FACTOR lets whoever has none set one up, and do nothing else', async () => {
  const strict = desk.withSettings({ requireSecondFactor: true });
  const { call } = callsOf(strict, desk.token);
  const mustSetUp = { status: 403, code: 'second_factor_setup_required' };
  for (const path of ['/admin/condos', '/admin/account', '/admin/history', '/admin/users']) {
    expect(await errorOf(call('GET', path))).toMatchObject(mustSetUp);
  }
  expect(await errorOf(call('DELETE', '/admin/users/1'))).toMatchObject(mustSetUp);
  const body = { password: PASSWORD };
  expect((await call('POST', '/admin/account/reauthentication', body)).status).toBe(204);
  expect((await call('GET', FACTORS)).status).toBe(200);
  await enrolApp(strict, desk.token, desk.now);
  expect((await call('GET', '/admin/condos')).status).toBe(200);
  // The last one stays.
  expect((await call('DELETE', APP)).status).toBe(409);
  expect(await desk.factors()).toMatchObject({ recovery_codes_left: 10 });
  expect((await desk.login()).status).toBe(401);
});

it('a secret that the key does not open lets no code pass; recovery codes still do', async () => {
  const sealed = desk.withSettings({ secondFactorKey: 'a key that is 32 characters long' });
  const app = await enrolApp(sealed, desk.token, desk.now);
  desk.later(MINUTE_MS);
  const ofAda = eq(authenticators.user_id, desk.adaId);
  const [row] = await desk.api.db.select().from(authenticators).where(ofAda);
  expect(row?.secret).not.toContain(app.secret);
  const otp = app.codeAt(desk.now);
  expect((await desk.login({ otp })).status).toBe(401);
  expect((await desk.login({ otp }, '192.0.2.1', sealed)).status).toBe(200);
  expect((await desk.login({ otp: app.recoveryCodes[0] })).status).toBe(200);
});

it('an account without a second factor ignores `otp`', async () => {
  expect((await desk.login({ otp: '123456' })).status).toBe(200);
});
