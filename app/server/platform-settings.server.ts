import { IS_WORKER } from '../lib/platform';
import { SettingsError } from '../lib/settings.server';

/** What the embedded API keeps outside of the process, and the address that its mails lead to. */
const NEEDED = ['DATABASE_URL', 'S3_ENDPOINT', 'SMTP_URL', 'PUBLIC_URL'] as const;

/**
 * For the embedded API on a platform that calls a function: what a server of one's own can do without, as it has a disk
 * and an address, is needed there.
 * @throws SettingsError that names each missing variable
 */
export function checkPlatformSettings(
  env: Readonly<Record<string, string | undefined>>,
  isWorker = IS_WORKER,
): void {
  if (isWorker) {
    throw new SettingsError(
      'Wrong settings: the embedded API needs Node and cannot run here; set API_BASE_URL',
    );
  }
  const missing = NEEDED.filter((name) => !env[name]?.trim());
  if (missing.length === 0) return;
  throw new SettingsError(
    `Wrong settings: nothing is kept here between two calls, so the embedded API needs ${missing.join(', ')}; ` +
      'or set API_BASE_URL to use another API',
  );
}
