import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exitCodeOf } from '~/platform/start-failure.server';
import { readSettings, withSecretFiles } from '~/platform/settings.server';
import { temporaryFolder } from '../../support/opened';

const folder = temporaryFolder();

/** A value that each of them takes. */
const ADDRESSES: Readonly<Record<string, string>> = {
  DATABASE_URL: 'postgres://panel:hush@db/condo',
  SMTP_URL: 'smtp://panel:hush@mail.example',
};
const OTHER = 'hush, of thirty-two characters at least';
const NAMES = [
  ...Object.keys(ADDRESSES),
  'DATABASE_PASSWORD',
  'METRICS_TOKEN',
  'ADMIN_PASSWORD',
  'SECOND_FACTOR_KEY',
  'OIDC_CLIENT_SECRET',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
  'BACKUP_KEY',
  'BACKUP_S3_ACCESS_KEY_ID',
  'BACKUP_S3_SECRET_ACCESS_KEY',
  'VERIFY_PASSWORD',
];
/** Settings that some of the secrets require. */
const REST = {
  DATABASE_URL: 'postgres://panel@db/condo',
  PUBLIC_URL: 'https://admin.example.com',
  OIDC_ISSUER: 'https://login.example.com',
  OIDC_CLIENT_ID: 'panel',
  S3_ENDPOINT: 'https://s3.example.com',
  S3_BUCKET: 'images',
  S3_ACCESS_KEY_ID: 'id',
  S3_SECRET_ACCESS_KEY: 'secret',
};

function write(text: string): string {
  const file = join(folder, `secret-${Math.random()}`);
  writeFileSync(file, text);
  return file;
}

function rejection(env: Record<string, string | undefined>): string {
  try {
    readSettings(env);
  } catch (error) {
    if (!(error instanceof Error) || exitCodeOf(error) !== 78) throw error;
    return error.message;
  }
  throw new Error('The settings were taken');
}

/** Functions are compared by what they return. */
const plain = ({ databasePassword, ...settings }: ReturnType<typeof readSettings>) => ({
  ...settings,
  databasePassword: databasePassword?.(),
});

describe.each(NAMES)('%s_FILE', (name) => {
  const value = ADDRESSES[name] ?? OTHER;
  const rest = { ...REST, [name]: undefined };
  const file = `${name}_FILE`;

  it.each(['', '\n', '\r\n'])('names a file with the secret, which ends with %j', (end) => {
    const env = { ...rest, [file]: write(value + end) };
    expect(withSecretFiles(env)[name]).toBe(value);
    expect(withSecretFiles(withSecretFiles(env))).toEqual(withSecretFiles(env));
    expect(plain(readSettings(env))).toEqual(plain(readSettings({ ...rest, [name]: value })));
  });

  it('is none beside the secret itself, and an empty one is none', () => {
    const message = rejection({ ...rest, [name]: value, [file]: write(value) });
    expect(message).toBe(`Wrong settings: ${name} and ${file} must not both be set`);
    expect(withSecretFiles({ [name]: value, [file]: ' ' })[name]).toBe(value);
    expect(withSecretFiles({ [name]: '', [file]: write(value) })[name]).toBe(value);
  });

  it('has to be readable, and not empty', () => {
    const missing = join(folder, 'missing');
    expect(rejection({ ...rest, [file]: missing })).toBe(
      `Wrong settings: ${file} names the file ${missing} that cannot be read (ENOENT)`,
    );
    mkdirSync(join(folder, 'folder'), { recursive: true });
    expect(rejection({ ...rest, [file]: join(folder, 'folder') })).toMatch(/be read \(EISDIR\)$/);
    for (const empty of ['', '\n', ' \r\n']) {
      const path = write(empty);
      expect(rejection({ ...rest, [file]: path })).toBe(
        `Wrong settings: ${file} names the file ${path} that is empty`,
      );
    }
  });

  it('is not quoted where it is no path', () => {
    expect(rejection({ ...rest, [file]: value })).toBe(
      `Wrong settings: ${file} names a file that cannot be read (ENOENT)`,
    );
  });
});

it.each(Object.keys(ADDRESSES))('the file of %s is not quoted where it has no address', (name) => {
  const env = { ...REST, [name]: undefined, [`${name}_FILE`]: write('panel:hush/2@host') };
  expect(rejection(env)).toMatch(new RegExp(`${name} must be an? .*percent-encoded`));
  expect(rejection(env)).not.toContain('hush');
});

it('a file is for secrets alone', () => {
  expect(readSettings({ PORT_FILE: write('99') }).port).toBe(3000);
});

it.each([
  [{ DATABASE_PASSWORD: OTHER }],
  [{ DATABASE_PASSWORD: OTHER, DATABASE_URL: 'postgres://panel:other@db/condo' }],
])('a password of the database needs an address without one: %j', (env) => {
  expect(rejection(env)).toContain('DATABASE_PASSWORD needs DATABASE_URL, and no password in it');
  const external = { ...env, API_BASE_URL: 'https://a.example/api' };
  expect(readSettings(external).databasePassword).toBeUndefined();
});
