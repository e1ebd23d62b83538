import { DrizzleQueryError } from 'drizzle-orm';

/** SQLSTATE class 23: a violated unique, foreign key or check constraint. */
const INTEGRITY_CLASS = '23';

/** Whether a statement failed because of the content of its rows. */
export function isConstraintViolation(error: unknown): boolean {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error) || !('code' in cause)) return false;
  return typeof cause.code === 'string' && cause.code.startsWith(INTEGRITY_CLASS);
}
