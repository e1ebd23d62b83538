import { DrizzleQueryError } from 'drizzle-orm';

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';

/** The rule of the schema that a statement broke, by the name the schema gives it; null for any other error. */
function brokenRule(error: unknown, code: string): string | null {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error) || !('code' in cause) || cause.code !== code) return null;
  return 'constraint' in cause && typeof cause.constraint === 'string' ? cause.constraint : null;
}

/** Whether a statement failed because a row like this exists already. */
export function breaksUnique(error: unknown, name: string): boolean {
  return brokenRule(error, UNIQUE_VIOLATION) === name;
}

/** Whether a statement failed because the row it names is not there, or is still in use. */
export function breaksReference(error: unknown, name: string): boolean {
  return brokenRule(error, FOREIGN_KEY_VIOLATION) === name;
}
