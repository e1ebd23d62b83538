import { asciiEmail } from '~/fields/email-address';
import { emailWith } from '~/fields/field';
import { isTimeZone } from '~/fields/calendar-day';
import { z } from '~/fields/zod';
import { address, httpAddress, withoutLastSlash } from './address-setting.server';
import { isIP } from 'node:net';
import { readFileSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { errorCode } from './file-errors.server';

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/i;

/** True if nobody between client and server can read the requests. */
function isEncrypted({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' || LOOPBACK_HOST.test(hostname);
}

const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a port number')
  .transform(Number)
  .refine((value) => value <= 65_535, 'must be a port number');

/** Port 0: a free one is chosen. */
const ANY_PORT = 0;

function seconds(least: number, most: number) {
  const error = `must be seconds from ${least} to ${most}`;
  return z.coerce.number({ error }).min(least, error).max(most, error);
}

function countOf(what: string, least: number, most: number) {
  const error = `must be a number of ${what} from ${least} to ${most}`;
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error);
}

const days = countOf('days', 1, 36_500);

const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');

/** A setting that may be in a file instead: X_FILE names the file with the value of X. */
function secret<T extends z.ZodType<string, string>>(schema: T) {
  return schema.optional().meta({ secret: true });
}

const variables = z.object({
  PORT: port.default(3000),
  HOST: z.string().default('127.0.0.1'),
  API_BASE_URL: httpAddress(' that ends in /api', [
    ({ pathname }) => withoutLastSlash(pathname).endsWith('/api'),
    'must end in /api',
  ])
    .transform(withoutLastSlash)
    .optional(),
  API_TIMEOUT_SECONDS: seconds(1, 86_400).optional(),
  DATABASE_URL: secret(
    address('a postgres:// address', /^postgres(ql)?:$/, [
      // Without a path the driver uses the user name as the database name.
      ({ pathname, username }) => pathname.length > 1 || username !== '',
      'must name a server and a database, as postgres://user:password@host:5432/name',
    ])
      // Encodes blanks: next to a plain blank the driver reads "%2F" differently.
      .transform((text) => new URL(text).href),
  ),
  DATABASE_PASSWORD: secret(z.string()),
  DATABASE_POOLER: z
    .literal(
      'transaction',
      'must be transaction, or unset for a direct connection or a session pooler',
    )
    .optional(),
  DATABASE_POOL_SIZE: countOf('connections', 2, 100).default(10),
  DATA_DIR: z.string().default('.data'),
  LOG_LEVEL: z
    .enum(['debug', 'info', 'warn', 'error', 'fatal', 'silent'], {
      error: 'must be debug, info, warn, error, fatal or silent',
    })
    .default('info'),
  METRICS_PORT: port.optional(),
  METRICS_TOKEN: secret(z.string().min(16, 'must be at least 16 characters')),
  SHUTDOWN_DELAY_SECONDS: seconds(0, 120).default(0),
  SERVER_SHUTDOWN_TIMEOUT: seconds(1, 3_600).default(150),
  TRUSTED_PROXIES: countOf('proxies', 0, 9).default(0),
  ADMIN_EMAIL: emailWith({ error: 'must be an e-mail address of at most 254 characters' }).default(
    'admin@example.com',
  ),
  ADMIN_PASSWORD: secret(z.string().max(256, 'must be at most 256 characters')),
  REQUIRE_SECOND_FACTOR: flag.default(false),
  SECOND_FACTOR_KEY: secret(z.string().min(32, 'must be at least 32 characters')),
  OIDC_ISSUER: httpAddress('', [
    isEncrypted,
    'must be an https:// address; http:// is for this machine alone',
  ])
    // A slash at the end of a path is part of the provider's name, but not right after the host.
    .transform((text) => (new URL(text).pathname === '/' ? withoutLastSlash(text) : text))
    .optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: secret(z.string()),
  OIDC_NAME: z.string().max(40, 'must be at most 40 characters').default('your company account'),
  OIDC_SCOPES: z
    .string()
    .refine((value) => value.split(' ').includes('openid'), 'must contain openid')
    .default('openid'),
  OIDC_ADMIN_CLAIM: z.string().optional(),
  OIDC_ADMIN_VALUE: z.string().optional(),
  OIDC_MFA_ACR: z.string().default(''),
  PASSWORD_SIGN_IN: flag.default(true),
  DEFAULT_LANGUAGE: z
    .string()
    .regex(/^[a-z]{2}(?:-[A-Z]{2})?$/, 'must be a language such as en, de-CH, fr-CH or it-CH')
    .default('en'),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be a time zone such as Europe/Zurich')
    .default('Europe/Zurich'),
  PUBLIC_URL: httpAddress('', [
    ({ pathname }) => pathname === '/',
    'must be without a path: the panel is at the root of its host',
  ])
    .transform(withoutLastSlash)
    .optional(),
  SMTP_URL: secret(
    address('an smtp:// or smtps:// address', /^smtps?:$/, [
      ({ hostname }) => hostname !== '',
      'must be an smtp:// or smtps:// address with the name of a server',
    ]),
  ),
  SMTP_REQUIRE_TLS: flag.optional(),
  MAIL_FROM: z
    .string()
    .regex(/^.*[^\s<>@]@[^\s<>@].*$/, 'must be an e-mail address, or a name and one in < >')
    .transform((from) => from.replace(/[^\s<>@]+@[^\s<>@]+/, asciiEmail))
    .default('Condo Admin <no-reply@localhost>'),
  KEEP_MAIL_FILES_DAYS: days.default(8),
  KEEP_INVITATIONS_DAYS: days.default(90),
  HISTORY_DAYS: days.optional(),
  S3_ENDPOINT: httpAddress('').transform(withoutLastSlash).optional(),
  S3_BUCKET: z.string().optional(),
  S3_PREFIX: z
    .string()
    .transform((value) => value.replaceAll(/^\/+|\/+$/g, ''))
    .refine(
      (value) => /^[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/.test(value),
      'must be letters, digits and . _ - in parts that are separated by /',
    )
    .transform((value) => `${value}/`)
    .default(''),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: secret(z.string()),
  S3_SECRET_ACCESS_KEY: secret(z.string()),
  // Settings that only the tools use.
  BACKUP_KEY: secret(z.string()),
  BACKUP_S3_ENDPOINT: httpAddress('').optional(),
  BACKUP_S3_ACCESS_KEY_ID: secret(z.string()),
  BACKUP_S3_SECRET_ACCESS_KEY: secret(z.string()),
  VERIFY_PASSWORD: secret(z.string()),
});

export type Settings = ReturnType<typeof readSettings>;
export type SmtpSettings = NonNullable<Settings['smtp']>;
export type S3Settings = NonNullable<Settings['s3']>;
/** The OpenID provider that administrators may sign in with. */
export type ProviderSettings = NonNullable<Settings['provider']>;
/** The host for which passkeys are made. A browser offers them to this host only. */
export type RelyingParty = NonNullable<Settings['relyingParty']>;

/** A setting is missing or wrong. The message names the variables and is for the operator. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';
}

/**
 * A setting in whose value a line break at the end counts: secrets that were encrypted with it still need
 * it.
 */
const UNTRIMMED = 'SECOND_FACTOR_KEY';

type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the environment with the contents of secret files (X_FILE). @throws SettingsError */
export function withSecretFiles(env: Environment): Environment {
  const secrets = Object.entries(variables.shape).filter(([, schema]) => schema.meta()?.secret);
  const read = secrets.flatMap(([name]) => {
    const file = `${name}_FILE`;
    const path = env[file]?.trim();
    return path ? [[name, secretOf(name, path, env)] as const, [file, undefined] as const] : [];
  });
  return { ...env, ...Object.fromEntries(read) };
}

function secretOf(name: string, path: string, env: Environment): string {
  if (env[name]?.trim()) {
    throw new SettingsError(`Wrong settings: ${name} and ${name}_FILE must not both be set`);
  }
  const read = readSecretFile(path);
  if ('secret' in read) return read.secret;
  throw new SettingsError(`Wrong settings: ${name}_FILE ${read.problem}`);
}

/**
 * Reads the environment. Empty variables count as unset, and line breaks at the end are removed.
 * @throws SettingsError
 */
export function readSettings(env: Environment) {
  const given = Object.entries(withSecretFiles(env)).flatMap(([name, value = '']) =>
    value.trim() === '' ? [] : [[name, name === UNTRIMMED ? value : value.replace(/[\r\n]+$/, '')]],
  );
  const result = variables.safeParse(Object.fromEntries(given));
  if (!result.success) {
    const lines = result.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new SettingsError(`Wrong settings: ${lines.join('; ')}`);
  }
  const read = result.data;
  if (read.METRICS_PORT === read.PORT && read.PORT !== ANY_PORT) {
    throw new SettingsError('Wrong settings: METRICS_PORT must be another port than PORT');
  }
  return {
    port: read.PORT,
    host: read.HOST,
    apiBaseUrl: read.API_BASE_URL,
    /** Limit of one call to the external API; undefined for none. The embedded API has its own limits. */
    apiTimeoutSeconds: read.API_BASE_URL === undefined ? undefined : read.API_TIMEOUT_SECONDS,
    databaseUrl: read.DATABASE_URL,
    databasePassword: readDatabasePassword(read, env.DATABASE_PASSWORD_FILE?.trim()),
    /** True if DATABASE_URL names a transaction pooler, behind which no setting outlives a transaction. */
    transactionPooler: read.DATABASE_POOLER === 'transaction',
    maxConnections: read.DATABASE_POOL_SIZE,
    dataDir: read.DATA_DIR,
    metricsPort: read.METRICS_PORT,
    metricsToken: read.METRICS_TOKEN,
    /** Time after the signal to stop in which requests are still accepted. */
    shutdownDelaySeconds: read.SHUTDOWN_DELAY_SECONDS,
    /** Deadline after that for requests in progress. */
    shutdownLimitSeconds: read.SERVER_SHUTDOWN_TIMEOUT,
    trustedProxies: read.TRUSTED_PROXIES,
    adminEmail: read.ADMIN_EMAIL,
    adminPassword: read.ADMIN_PASSWORD,
    requireSecondFactor: read.REQUIRE_SECOND_FACTOR,
    secondFactorKey: read.SECOND_FACTOR_KEY,
    defaultLanguage: read.DEFAULT_LANGUAGE,
    /** Time zone of the current day. Tenancies begin and end with a day. */
    timeZone: read.TIME_ZONE,
    /** Address of this service in e-mails and file links, without a slash at the end. */
    publicUrl: read.PUBLIC_URL ?? `http://${reachableHost(read.HOST)}:${read.PORT}`,
    /**
     * Undefined without PUBLIC_URL, since publicUrl is then only the address on which this process listens.
     */
    publicOrigin: read.PUBLIC_URL === undefined ? undefined : new URL(read.PUBLIC_URL).origin,
    relyingParty: read.PUBLIC_URL === undefined ? undefined : relyingPartyOf(read.PUBLIC_URL),
    smtp: readSmtp(read),
    provider: readProvider(read),
    mailFrom: read.MAIL_FROM,
    keepMailFilesDays: read.KEEP_MAIL_FILES_DAYS,
    keepInvitationsDays: read.KEEP_INVITATIONS_DAYS,
    historyDays: read.HISTORY_DAYS,
    s3: readS3(read),
  };
}

/**
 * Reads the password for every new connection, since a platform may change the file. If the file is
 * unreadable, the last password stays.
 */
function readDatabasePassword(read: z.infer<typeof variables>, path: string | undefined) {
  const { DATABASE_URL: url, API_BASE_URL } = read;
  let password = read.DATABASE_PASSWORD;
  if (password === undefined || API_BASE_URL !== undefined) return undefined;
  if (url === undefined || new URL(url).password !== '') {
    throw new SettingsError(
      'Wrong settings: DATABASE_PASSWORD needs DATABASE_URL, and no password in it',
    );
  }
  return () => {
    const changed = path ? readSecretFile(path) : undefined;
    if (changed && 'secret' in changed) password = changed.secret;
    return password;
  };
}

/** A host that links can use: no one can follow a link to "every interface". */
function reachableHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host}]` : host;
}

/** Mail needs PUBLIC_URL: without it the service would mail links to localhost. */
function readSmtp(read: z.infer<typeof variables>) {
  const { SMTP_URL: url, PUBLIC_URL, API_BASE_URL, SMTP_REQUIRE_TLS } = read;
  // With an external API this service sends no mail.
  if (url === undefined || API_BASE_URL !== undefined) return undefined;
  if (PUBLIC_URL === undefined) {
    throw new SettingsError(
      'Wrong settings: PUBLIC_URL must be set where SMTP_URL is: it is the address of the links in invitation mails',
    );
  }
  return { url, requireTls: SMTP_REQUIRE_TLS ?? !LOOPBACK_HOST.test(new URL(url).hostname) };
}

/**
 * Reads the provider's settings. PUBLIC_URL is required, as the provider sends people back to this service.
 */
function readProvider(read: z.infer<typeof variables>) {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, PUBLIC_URL, API_BASE_URL } = read;
  // An external API signs in by its own call only.
  if (API_BASE_URL !== undefined) return undefined;
  if (!issuer && !clientId) {
    if (read.PASSWORD_SIGN_IN) return undefined;
    throw new SettingsError('Wrong settings: PASSWORD_SIGN_IN=false needs OIDC_ISSUER');
  }
  if (!issuer || !clientId || !PUBLIC_URL) {
    throw new SettingsError(
      'Wrong settings: OIDC_ISSUER, OIDC_CLIENT_ID and PUBLIC_URL must be set together',
    );
  }
  return {
    issuer,
    clientId,
    clientSecret: read.OIDC_CLIENT_SECRET,
    name: read.OIDC_NAME,
    scopes: read.OIDC_SCOPES,
    /** Claim that makes a person an administrator; undefined if the provider grants no rights. */
    adminClaim: readAdminClaim(read),
    /** Values of `acr` which mean that the provider has checked a second factor. */
    mfaAcr: read.OIDC_MFA_ACR.split(' ').filter(Boolean),
    /**
     * False if nobody signs in by password while the provider works
     * (app/accounts/server/password-sign-in.ts).
     */
    passwordSignIn: read.PASSWORD_SIGN_IN,
  };
}

/**
 * Reads the claim. Without OIDC_ADMIN_VALUE the value follows the last colon of OIDC_ADMIN_CLAIM, as in
 * earlier releases.
 */
function readAdminClaim(read: z.infer<typeof variables>) {
  const { OIDC_ADMIN_CLAIM: claim = '', OIDC_ADMIN_VALUE: ownValue = '' } = read;
  if (claim === '' && ownValue === '') return undefined;
  const form = ownValue === '' ? /^(.+):([^:]+)$/ : /^(.+)$/;
  const [, name, value = ownValue] = form.exec(claim) ?? [];
  if (name !== undefined) return { name, value };
  throw new SettingsError(
    'Wrong settings: OIDC_ADMIN_CLAIM must be a claim and its value, as groups:condo-admins, or a claim beside OIDC_ADMIN_VALUE',
  );
}

function readS3(read: z.infer<typeof variables>) {
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PREFIX: prefix,
    S3_REGION: region,
  } = read;
  if (endpoint && bucket && accessKeyId && secretAccessKey) {
    return { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey };
  }
  if (!endpoint && !bucket && !accessKeyId && !secretAccessKey) return undefined;
  throw new SettingsError(
    'Wrong settings: S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together',
  );
}

let cached: Settings | undefined;

/** The settings of this process, read from its environment on the first call. */
export function getSettings(): Settings {
  cached ??= readSettings(process.env);
  return cached;
}

/**
 * The relying party of PUBLIC_URL. Undefined if browsers offer no passkeys there: on IP addresses, and on
 * plain http except for localhost.
 */
function relyingPartyOf(publicUrl: string) {
  const { protocol, hostname, origin } = new URL(publicUrl);
  const isAddress = hostname.startsWith('[') || isIP(hostname) !== 0;
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  if (isAddress || (protocol !== 'https:' && !isLocal)) return undefined;
  // The RP ID of Web Authentication is the host without its port.
  return { id: hostname, origin };
}

/** Reads the secret in a file, without its last line break. The problem never quotes the content. */
function readSecretFile(path: string): { secret: string } | { problem: string } {
  // A path that is not absolute may be the secret itself, in the wrong variable.
  const file = isAbsolute(path) ? `the file ${path}` : 'a file';
  try {
    const content = readFileSync(path, 'utf8').replace(/[\r\n]+$/, '');
    return content.trim() === '' ? { problem: `names ${file} that is empty` } : { secret: content };
  } catch (error) {
    return { problem: `names ${file} that cannot be read (${errorCode(error) ?? 'unknown'})` };
  }
}
