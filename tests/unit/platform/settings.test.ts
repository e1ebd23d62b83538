import { describe, expect, it } from 'vitest';
import { readSettings, SettingsError } from '~/platform/settings.server';

const S3 = {
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'images',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

describe('the provider to sign in by', () => {
  const PROVIDER = {
    OIDC_ISSUER: 'https://login.example.com/tenant',
    OIDC_CLIENT_ID: 'panel',
    PUBLIC_URL: 'https://admin.example.com',
  };

  it('is none unless it is set, and none with another API', () => {
    expect(readSettings({}).provider).toBeUndefined();
    const env = { ...PROVIDER, API_BASE_URL: 'https://api.example.com/api' };
    expect(readSettings(env).provider).toBeUndefined();
  });

  it('is a public client without a secret', () => {
    expect(readSettings(PROVIDER).provider).toEqual({
      issuer: 'https://login.example.com/tenant',
      clientId: 'panel',
      clientSecret: undefined,
      name: 'your company account',
      scopes: 'openid',
      adminClaim: undefined,
      mfaAcr: [],
      passwordSignIn: true,
    });
  });

  it('reads the claim of administrators, whose name may be an address, and the values of acr', () => {
    const env = {
      ...PROVIDER,
      OIDC_ADMIN_CLAIM: 'https://panel.example/roles:admin',
      OIDC_MFA_ACR: 'urn:two  3',
    };
    expect(readSettings(env).provider).toMatchObject({
      adminClaim: { name: 'https://panel.example/roles', value: 'admin' },
      mfaAcr: ['urn:two', '3'],
      passwordSignIn: true,
    });
  });

  it.each([
    ['urn:zitadel:iam:org:project:roles', 'condo-admins'],
    ['entitlements', 'urn:geant:example.ch:group:condo-admins'],
    ['groups:condo-admins', 'yes'],
  ])('takes the claim %s and the value %s apart by two settings', (name, value) => {
    const env = { ...PROVIDER, OIDC_ADMIN_CLAIM: name, OIDC_ADMIN_VALUE: value };
    expect(readSettings(env).provider?.adminClaim).toEqual({ name, value });
    const before = { ...PROVIDER, OIDC_ADMIN_CLAIM: 'groups:condo-admins' };
    const adminClaim = { name: 'groups', value: 'condo-admins' };
    expect(readSettings(before).provider).toMatchObject({ adminClaim });
  });

  it.each([
    [{ ...PROVIDER, OIDC_ADMIN_VALUE: 'admin' }, 'OIDC_ADMIN_CLAIM must be'],
    [{ ...PROVIDER, PUBLIC_URL: '' }, 'PUBLIC_URL must be set together'],
    [{ ...PROVIDER, OIDC_CLIENT_ID: '' }, 'must be set together'],
    [{ ...PROVIDER, OIDC_ISSUER: 'http://login.example.com' }, 'OIDC_ISSUER must be an https://'],
    [{ ...PROVIDER, OIDC_SCOPES: 'email' }, 'OIDC_SCOPES must contain openid'],
    [{ PASSWORD_SIGN_IN: 'false' }, 'PASSWORD_SIGN_IN=false needs OIDC_ISSUER'],
    [{ ...PROVIDER, OIDC_ADMIN_CLAIM: 'groups' }, 'OIDC_ADMIN_CLAIM must be a claim and its value'],
  ])('is rejected: %s', (env, message) => {
    expect(() => readSettings(env)).toThrow(message);
  });

  it('may be at http on this machine', () => {
    const env = { ...PROVIDER, OIDC_ISSUER: 'http://localhost:8080' };
    expect(readSettings(env).provider?.issuer).toBe('http://localhost:8080');
  });
});

describe('readSettings', () => {
  it('has the defaults of the run contract', () => {
    expect(readSettings({})).toEqual({
      port: 3000,
      defaultLanguage: 'en',
      timeZone: 'Europe/Zurich',
      host: '127.0.0.1',
      apiBaseUrl: undefined,
      apiTimeoutSeconds: undefined,
      databaseUrl: undefined,
      transactionPooler: false,
      maxConnections: 10,
      dataDir: '.data',
      metricsPort: undefined,
      metricsToken: undefined,
      shutdownDelaySeconds: 0,
      shutdownLimitSeconds: 150,
      trustedProxies: 0,
      adminEmail: 'admin@example.com',
      adminPassword: undefined,
      requireSecondFactor: false,
      secondFactorKey: undefined,
      publicUrl: 'http://127.0.0.1:3000',
      relyingParty: undefined,
      smtp: undefined,
      mailFrom: 'Condo Admin <no-reply@localhost>',
      keepMailFilesDays: 8,
      keepInvitationsDays: 90,
      s3: undefined,
    });
  });

  it('reads an empty variable as unset', () => {
    expect(readSettings({ PORT: '', API_BASE_URL: ' ', ADMIN_EMAIL: '' })).toEqual(
      readSettings({}),
    );
  });

  it('leaves the line break out that a file with a secret ends in', () => {
    const env = { ADMIN_PASSWORD: 'Correct horse', DATA_DIR: '/data', ...S3 };
    const lines: Record<string, string> = {};
    for (const [name, value] of Object.entries(env)) lines[name] = `${value}\r\n`;
    expect(readSettings(lines)).toEqual(readSettings(env));
    // Secrets of authenticator apps are stored with it.
    const key = `${'k'.repeat(40)}\n`;
    expect(readSettings({ SECOND_FACTOR_KEY: key }).secondFactorKey).toBe(key);
  });

  it.each(['panel@localhost', 'Muster, Inc <a@b.example>'])('takes mail from %s', (MAIL_FROM) => {
    expect(readSettings({ MAIL_FROM }).mailFrom).toBe(MAIL_FROM);
  });

  it('makes the public address from host and port, or takes it without its last slash', () => {
    expect(readSettings({ HOST: '0.0.0.0', PORT: '80' }).publicUrl).toBe('http://localhost:80');
    expect(readSettings({ HOST: '::1' }).publicUrl).toBe('http://[::1]:3000');
    expect(readSettings({ PUBLIC_URL: 'https://a.example/' }).publicUrl).toBe('https://a.example');
  });

  it.each([
    ['https://panel.example', 'panel.example', 'https://panel.example'],
    ['https://panel.example:8443/', 'panel.example', 'https://panel.example:8443'],
    ['http://localhost:3000', 'localhost', 'http://localhost:3000'],
  ])('makes passkeys for the host of %s', (PUBLIC_URL, id, origin) => {
    expect(readSettings({ PUBLIC_URL }).relyingParty).toEqual({ id, origin });
  });

  it.each(['http://panel.example', 'https://192.0.2.1', 'https://[::1]:3000', ''])(
    'makes none for "%s", as no browser offers them there',
    (PUBLIC_URL) => {
      expect(readSettings({ PUBLIC_URL }).relyingParty).toBeUndefined();
    },
  );

  it('takes a base address that ends in /api', () => {
    expect(readSettings({ API_BASE_URL: 'https://a.example/v1/api/' }).apiBaseUrl).toBe(
      'https://a.example/v1/api',
    );
  });

  it.each([
    'https://ann:secret@a.example/api',
    'https://a.example/api?key=1',
    'https://a.example/api?',
    'https://a.example/api#top',
  ])('takes no base address to which no path can be added: %s', (API_BASE_URL) => {
    expect(() => readSettings({ API_BASE_URL })).toThrow(
      'API_BASE_URL must be without user name, "?" and "#"',
    );
  });

  it('reads the limit of calls to another API, and none for the embedded one', () => {
    const env = { API_BASE_URL: 'https://a.example/api', API_TIMEOUT_SECONDS: '90' };
    expect(readSettings(env).apiTimeoutSeconds).toBe(90);
    expect(readSettings({ API_TIMEOUT_SECONDS: '90' }).apiTimeoutSeconds).toBeUndefined();
  });

  it.each([
    ['smtp://user:secret@mail.example.com:587', undefined, true],
    ['smtp://localhost.example.com', undefined, true],
    ['smtp://10.0.0.1', undefined, true],
    ['smtp://localhost:1025', undefined, false],
    ['smtp://127.0.0.1', undefined, false],
    ['smtp://[::1]:25', undefined, false],
    ['smtp://relay.internal', 'false', false],
    ['smtp://localhost', 'true', true],
  ])('mail by %s with SMTP_REQUIRE_TLS=%s needs TLS: %s', (url, setting, requireTls) => {
    const env = { SMTP_URL: url, SMTP_REQUIRE_TLS: setting, PUBLIC_URL: 'https://a.example' };
    expect(readSettings(env).smtp).toEqual({ url, requireTls });
  });

  it.each([
    [undefined, ''],
    ['staging', 'staging/'],
    ['/team-a/condo.admin/', 'team-a/condo.admin/'],
  ])('reads S3_PREFIX %s', (S3_PREFIX, prefix) => {
    expect(readSettings({ ...S3, S3_PREFIX }).s3?.prefix).toBe(prefix);
  });

  it('needs no public address for mail that another API sends', () => {
    const env = { SMTP_URL: 'smtp://mail.example.com', API_BASE_URL: 'https://a.example/api' };
    expect(readSettings(env).smtp).toBeUndefined();
  });

  it.each([
    [{ PORT: 'http' }, /PORT must be a port number/],
    [{ PORT: '70000' }, /PORT must be a port number/],
    [{ PORT: '0x50' }, /PORT must be a port number/],
    [{ PORT: '1e3' }, /PORT must be a port number/],
    [{ DATABASE_URL: 'postgres://' }, /DATABASE_URL must name a server and a database/],
    [{ PUBLIC_URL: 'https://x.example/panel' }, /PUBLIC_URL must be without a path/],
    [{ API_BASE_URL: 'https://a.example/v1' }, /API_BASE_URL must end in \/api/],
    [{ API_BASE_URL: 'https://a.example/v1/myapi' }, /API_BASE_URL must end in \/api/],
    [{ API_BASE_URL: 'a.example/api' }, /API_BASE_URL must be an http/],
    [{ API_TIMEOUT_SECONDS: '0' }, /API_TIMEOUT_SECONDS must be seconds from 1/],
    [{ API_TIMEOUT_SECONDS: '1 min' }, /API_TIMEOUT_SECONDS must be seconds from 1/],
    [{ DATABASE_URL: 'mysql://a' }, /DATABASE_URL must be a postgres:/],
    [{ DATABASE_POOLER: 'yes' }, /DATABASE_POOLER must be transaction/],
    [{ DATABASE_POOL_SIZE: '1' }, /DATABASE_POOL_SIZE must be a number of connections from 2/],
    [{ METRICS_PORT: '3000' }, /METRICS_PORT must be another port than PORT/],
    [{ METRICS_TOKEN: 'short' }, /METRICS_TOKEN must be at least 16/],
    [{ LOG_LEVEL: 'loud' }, /LOG_LEVEL must be debug/],
    [{ TIME_ZONE: 'Europe/Zuerich' }, /TIME_ZONE must be a time zone such as Europe\/Zurich/],
    [{ TIME_ZONE: 'CET+1' }, /TIME_ZONE must be a time zone/],
    [{ ADMIN_EMAIL: 'admin' }, /ADMIN_EMAIL must be an e-mail address/],
    [{ PUBLIC_URL: 'example.com' }, /PUBLIC_URL must be an http/],
    [{ SMTP_URL: 'http://a' }, /SMTP_URL must be an smtp:/],
    [{ SMTP_URL: 'smtp://' }, /SMTP_URL must be an smtp:/],
    [{ SMTP_URL: 'smtp:mail.example.com' }, /SMTP_URL must be an smtp:/],
    [{ MAIL_FROM: 'Condo Admin' }, /MAIL_FROM must be an e-mail address/],
    [{ MAIL_FROM: 'A <a@b.example>\nBcc: c@d.example' }, /MAIL_FROM must be an e-mail address/],
    [{ ...S3, S3_PREFIX: '../other' }, /S3_PREFIX must be letters/],
    [{ ...S3, S3_PREFIX: 'a b' }, /S3_PREFIX must be letters/],
    [{ S3_BUCKET: 'pictures' }, /S3_ENDPOINT, S3_BUCKET, .* must be set together/],
    [{ PORT: 'x', SMTP_URL: 'y' }, /PORT .*SMTP_URL /],
    [{ SMTP_URL: 'smtp://mail.example.com' }, /PUBLIC_URL must be set where SMTP_URL is/],
    [{ KEEP_INVITATIONS_DAYS: '0' }, /KEEP_INVITATIONS_DAYS must be a number of days from 1/],
    [{ HISTORY_DAYS: '0' }, /HISTORY_DAYS must be a number of days from 1/],
    [{ KEEP_MAIL_FILES_DAYS: 'long' }, /KEEP_MAIL_FILES_DAYS must be a number of days from 1/],
    [{ SMTP_REQUIRE_TLS: 'no' }, /SMTP_REQUIRE_TLS must be true or false/],
  ])('rejects %j', (env, message) => {
    expect(() => readSettings(env)).toThrow(SettingsError);
    expect(() => readSettings(env)).toThrow(message);
  });
});
