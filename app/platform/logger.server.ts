import { inspect } from 'node:util';
import { pino, stdSerializers, type Logger } from 'pino';
import { currentRequestId } from './request-context.server';
import { currentTraceId } from './trace.server';

const SECRETS = ['password', 'password_hash', 'access_token', 'token', 'authorization', 'cookie'];

const LEVELS = new Set(['debug', 'info', 'warn', 'error', 'fatal', 'silent']);
const EMAIL_ADDRESS = /[\w.+'-]+@[\w-]+(?:\.[\w-]+)*/g;

/**
 * Writes JSON lines with the ids of request and trace, without secrets. E-mail addresses are removed from
 * errors, and error messages are cut to 200 characters.
 */
export function createLogger(destination?: { write(line: string): void }): Logger {
  const level = process.env.LOG_LEVEL ?? '';
  const options = {
    level: LEVELS.has(level) ? level : 'info',
    mixin() {
      // JSON omits undefined values.
      return { request_id: currentRequestId(), trace_id: currentTraceId() };
    },
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
    serializers: { err: (error: unknown) => serializeError(error) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** Length of all messages of an error and its causes together. They may quote a caller's input. */
export const TEXT_LIMIT_CHARS = 200;
/** Counted per error in addition to its message, so that circular causes end. */
const COUNTED_CHARS = 20;
/** Length of a query's text. A query that writes many rows has a placeholder for each value. */
const QUERY_LIMIT_CHARS = 1_000;

/**
 * An error with its causes, without the properties that libraries add: PostgreSQL's `detail` quotes the
 * row. A failed query is logged with its text, which has placeholders instead of values.
 */
function serializeError(error: unknown, limit = TEXT_LIMIT_CHARS): unknown {
  if (!(error instanceof Error)) return withoutAddresses(inspect(error)).slice(0, limit);
  const { message, cause } = error;
  const query =
    'query' in error && 'params' in error && String(error.query).slice(0, QUERY_LIMIT_CHARS);
  const text = withoutAddresses(message).slice(0, query === false ? limit : 0);
  const rest = limit - text.length - COUNTED_CHARS;
  return {
    type: stdSerializers.err(error).type,
    message: query === false ? text : `Failed query: ${query}`,
    code: 'code' in error ? error.code : undefined,
    stack: placesOf(error),
    cause: cause instanceof Error && rest > 0 ? serializeError(cause, rest) : undefined,
  };
}

/**
 * Removes addresses from the start of a text. The rest is dropped first, since the search takes quadratic
 * time.
 */
function withoutAddresses(text: string): string {
  return text.slice(0, 5 * TEXT_LIMIT_CHARS).replaceAll(EMAIL_ADDRESS, '[address]');
}

/** The stack's places in the code. The stack also has a message, which may differ from the present one. */
function placesOf({ message, stack = '' }: Error): string {
  const start = stack.indexOf(`${message}\n    at `);
  return start === -1 ? '' : stack.slice(start + message.length).trim();
}

export const logger = createLogger();

/** Logs an unexpected error with its cause. Its text is never sent to a client. */
export function logUnexpected(error: unknown): void {
  logger.error({ err: error }, 'Unexpected error');
}
