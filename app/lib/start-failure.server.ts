import { logger } from './logger.server';

/** Failures whose message is written for the operator, and the codes the process ends with (after sysexits.h). */
const EXIT_CODES = new Map([
  ['SettingsError', 78],
  ['DatabaseUnavailableError', 69],
  ['MigrationError', 70],
  ['DataDirInUseError', 73],
  ['DataDirUnusableError', 73],
]);

/** Ends a process that cannot start: logs the reason and exits with its code. */
export function failToStart(error: unknown): never {
  const code = error instanceof Error ? EXIT_CODES.get(error.name) : undefined;
  const data =
    code !== undefined && error instanceof Error ? { reason: error.message } : { err: error };
  logger.fatal(data, 'The server cannot start');
  process.exit(code ?? 1);
}
