import { logger } from './logger.server';
import { errorCode } from './file-errors.server';
import { SettingsError } from './settings.server';

/** Errors with a message for the operator, and their exit codes (after sysexits.h). */
const EXIT_CODES = new Map([
  ['SettingsError', 78],
  ['DatabaseUnavailableError', 69],
  ['MigrationError', 70],
  ['DataDirInUseError', 73],
  ['DataDirUnusableError', 73],
]);

/** The exit code of an expected failure; undefined for any other. */
export function exitCodeOf(error: unknown): number | undefined {
  return error instanceof Error ? EXIT_CODES.get(error.name) : undefined;
}

/** Ends a process that cannot start: logs the reason and exits with its code. */
export function failToStart(error: unknown): never {
  const code = exitCodeOf(error);
  const data =
    code !== undefined && error instanceof Error ? { reason: error.message } : { err: error };
  logger.fatal(data, 'The server cannot start');
  process.exit(code ?? 1);
}

interface Listening {
  host: string;
  port: number;
  setting: 'PORT' | 'METRICS_PORT';
}

/** Explains why a server cannot listen, as an error of the settings. Other errors are returned unchanged. */
export function toListenError(error: unknown, { host, port, setting }: Listening): unknown {
  switch (errorCode(error) ?? '') {
    case 'EADDRINUSE':
      return new SettingsError(`${setting} ${port} is in use by another program on ${host}`);
    case 'EACCES':
      return new SettingsError(`${setting} ${port} may not be used by this user`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new SettingsError(`HOST ${host} is no address of this machine`);
    default:
      return error;
  }
}
