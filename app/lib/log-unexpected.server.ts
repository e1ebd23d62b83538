import { logger } from './logger.server';

/** Logs an error that no one foresaw, with its cause; its text never leaves the server. */
export function logUnexpected(error: unknown): void {
  logger.error({ err: error }, 'Unexpected error');
}
