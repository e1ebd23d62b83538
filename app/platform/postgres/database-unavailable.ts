/** The database cannot be reached or started. The message tells the operator what to do. */
export class DatabaseUnavailableError extends Error {
  override readonly name = 'DatabaseUnavailableError';
}

/** Another process uses this DATA_DIR. The message is for the operator. */
export class DataDirInUseError extends Error {
  override readonly name = 'DataDirInUseError';
}

/** DATA_DIR cannot be written to. The message is for the operator. */
export class DataDirUnusableError extends Error {
  override readonly name = 'DataDirUnusableError';

  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(
      `The embedded database cannot use the folder ${folder}: ${reason}. ${hintFor(reason)}` +
        'Set DATA_DIR to a folder this account may write to, on a disk with room, or set DATABASE_URL.',
      { cause },
    );
  }
}

/**
 * Advice for root without capabilities in a container, which can neither change owners nor act as another
 * account.
 */
function hintFor(reason: string): string {
  if (process.getuid?.() !== 0 || !/^EACCES|chown|chmod|spawn/.test(reason)) return '';
  return (
    'PostgreSQL does not run as root, and this root may not run it as another account: ' +
    'start under an account of its own (--user 1000:1000, runAsUser: 1000). '
  );
}
