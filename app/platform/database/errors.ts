import type { AnySentence } from '~/language/sentence';
import { DrizzleQueryError } from 'drizzle-orm';
import { DatabaseTimeoutError } from './time-limits.server';

/** The error behind drizzle's, and a function that reads its texts, which are empty if missing. */
function causeOf(error: unknown) {
  const cause = error instanceof DrizzleQueryError ? error.cause : error;
  if (!(cause instanceof Error)) return null;
  const textOf = (name: string) => {
    const text: unknown = Reflect.get(cause, name);
    return typeof text === 'string' ? text : '';
  };
  return { cause, code: textOf('code'), textOf };
}

/** SQLSTATE class 23: a violated unique, foreign key or check constraint. */
const INTEGRITY_CLASS = '23';

/** True if a statement failed because of the content of its rows. */
export function isConstraintViolation(error: unknown): boolean {
  return causeOf(error)?.code.startsWith(INTEGRITY_CLASS) === true;
}

/** True if a statement violated this constraint: the row already exists, or a referenced row does not. */
export function violates(error: unknown, constraint: string): boolean {
  return causeOf(error)?.textOf('constraint') === constraint;
}

/** True if the connection must be replaced. A new one may reach the server that took over. */
export function endsConnection(error: unknown): boolean {
  return CONNECTION_ENDS.test(causeOf(error)?.code ?? '');
}

/** SQLSTATE that the trigger require_schema_version raises. */
const OTHER_SCHEMA = 'CA001';

const DISK_FULL = '53100';
/** SQLSTATE of statement_timeout. */
const QUERY_CANCELED = '57014';
/** SQLSTATE class of transactions that PostgreSQL ended because several waited for each other. */
const CLASH_CLASS = '40';
/** SQLSTATE of a server after a failover, or of one whose disk is nearly full. */
const READ_ONLY = '25006';
/**
 * Codes of a server that accepts no more changes, does not answer, ended the transaction, or is shutting
 * down.
 */
const CONNECTION_ENDS = /^(25006|25P0[34]|08|57P)/;
/** SQLSTATE classes of connection, sign-in, missing database, shutdown, resources and ended transactions. */
const AWAY_CODE = /^(08|28|3D|57P|53|25P0[34])/;
/** System calls of socket errors. */
const NETWORK_CALLS = new Set(['connect', 'read', 'write', 'getaddrinfo']);
/** Error texts of pg, and of Node for a connection that ends within its TLS handshake. */
const AWAY_TEXT =
  /^(Connection terminated|timeout exceeded when trying to connect|Client (has|was|network)|.* SSL connection)/;

/** Returns the caller's message if the database is unavailable, full or ended a deadlock, otherwise null. */
export function toDatabaseUnavailable(error: unknown): AnySentence | null {
  const details = causeOf(error);
  if (!details) return null;
  const { cause, code, textOf } = details;
  if (code === OTHER_SCHEMA) return 'other_release';
  if (code === DISK_FULL) return 'disk_full';
  if (code === READ_ONLY) return 'read_only';
  if (code === QUERY_CANCELED || cause instanceof DatabaseTimeoutError) return 'database_slow';
  if (code.startsWith(CLASH_CLASS)) return 'records_changed';
  const isNetwork = NETWORK_CALLS.has(textOf('syscall'));
  if (!AWAY_CODE.test(code) && !isNetwork && !AWAY_TEXT.test(cause.message)) return null;
  return 'database_unavailable';
}
