import { exitCodeOf } from './exit-codes';
import { logger } from './logger.server';

/** Ends a process that cannot start: logs the reason and exits with its code. */
export function failToStart(error: unknown): never {
  const code = exitCodeOf(error);
  const data =
    code !== undefined && error instanceof Error ? { reason: error.message } : { err: error };
  logger.fatal(data, 'The server cannot start');
  process.exit(code ?? 1);
}
