import { sql } from 'drizzle-orm';
import { findPasswordProblem } from '~/accounts/new-password';
import type { Log } from '~/platform/log';
import { SettingsError, type Settings } from '~/platform/settings.server';
import type { Db } from '~/platform/database/connect.server';
import { recordChange, SYSTEM } from '~/platform/database/record-change';
import { hasAdministrator, saveAdministrator } from './accounts.repo';
import { createPasswordLink, findOpenLinkEnd, removePasswordLinks } from './password-links.repo';
import type { Passwords } from '~/rpc/embedded/deps';
import { englishOf } from '~/language/sentence';

type FirstAdministrator = Pick<Settings, 'adminEmail' | 'adminPassword' | 'publicUrl' | 'provider'>;

interface Environment {
  db: Db;
  passwords: Passwords;
  log: Log;
  now: Date;
  /** Prints to the terminal. */
  print: (text: string) => void;
}

/** Id of the lock that serializes processes which start at once. */
const FIRST_ADMINISTRATOR_LOCK = 2_004_370_118;

const LINK_LIFETIME_MS = 24 * 60 * 60_000;

/**
 * Creates the first super administrator while none can sign in (docs/behaviour/signing-in.md). Uses the
 * password of the settings; without one it prints a link that sets a password, once. An existing account
 * with the address is promoted.
 * @throws SettingsError if the password of the settings is too weak
 */
export async function ensureAdministrator(
  { db, passwords, log, now, print }: Environment,
  { adminEmail: email, adminPassword: password, publicUrl, provider }: FirstAdministrator,
): Promise<void> {
  const issuer = provider?.issuer ?? null;
  const problem = password === undefined ? null : findPasswordProblem(password, email);
  if (await hasAdministrator(db, issuer)) {
    if (problem !== null) {
      const reason = `${englishOf(problem)}. It is not used, as there is an administrator: remove it`;
      log.warn({}, `ADMIN_PASSWORD is too weak: ${reason}`);
    }
    return;
  }
  if (problem !== null)
    throw new SettingsError(`Wrong settings: ADMIN_PASSWORD: ${englishOf(problem)}`);
  const passwordHash = password === undefined ? null : await passwords.hash(password);
  const change = { actor: SYSTEM, action: 'rights' } as const;
  const link = await recordChange(db, change, async (tx) => {
    await tx.execute(sql`select pg_advisory_xact_lock(${FIRST_ADMINISTRATOR_LOCK}::bigint)`);
    if (await hasAdministrator(tx, issuer)) return null;
    const userId = await saveAdministrator(tx, email, passwordHash);
    if (passwordHash !== null) {
      await removePasswordLinks(tx, userId);
      return null;
    }
    // While a link is open no new one is made, so that only one process prints it.
    const openUntil = await findOpenLinkEnd(tx, userId, now);
    if (openUntil !== null) return { token: null, expiresAt: openUntil };
    const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS);
    const made = { userId, kind: 'first_administrator', expiresAt } as const;
    return { token: await createPasswordLink(tx, made, now), expiresAt };
  });
  if (link?.token) print(linkText(email, `${publicUrl}/set-password?token=${link.token}`));
  else if (link) {
    const until = link.expiresAt.toISOString();
    log.warn({}, `The first administrator's link, printed earlier, is good until ${until}`);
  }
}

function linkText(email: string, link: string): string {
  return (
    `\nThe first administrator has no password yet. This link sets it, once and within 24 hours; it is not shown again:\n\n` +
    `    Email: ${email}\n    Link:  ${link}\n\n`
  );
}
