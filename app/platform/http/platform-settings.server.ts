import { IS_WORKER } from '../platform';
import { SettingsError } from '../settings.server';

/** Settings for state outside of the process and for the address in mails. */
const NEEDED = ['DATABASE_URL', 'S3_ENDPOINT', 'SMTP_URL', 'PUBLIC_URL'] as const;

/**
 * Checks settings that are optional on a server but required on a function platform, which has no disk and no
 * address.
 * @throws SettingsError
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
    `Wrong settings: this platform keeps nothing between two calls, so the embedded API needs ${missing.join(', ')}; ` +
      'or set API_BASE_URL to use another API',
  );
}
