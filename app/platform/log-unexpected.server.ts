import { logger } from './logger.server';

/** Logs an unexpected error with its cause; its text never leaves the server. */
export function logUnexpected(error: unknown): void {
  logger.error({ err: error }, 'Unexpected error');
}
