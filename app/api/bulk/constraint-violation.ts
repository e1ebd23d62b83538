import { DrizzleQueryError } from 'drizzle-orm';

/** SQLSTATE class 23: a unique key, a reference or a check that a row breaks. */
const INTEGRITY_CLASS = '23';

/** Whether a statement failed because of what its rows hold. */
export function isConstraintViolation(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  return typeof cause.code === 'string' && cause.code.startsWith(INTEGRITY_CLASS);
}
