import { pino, stdSerializers, type Logger } from 'pino';
import { currentRequestId } from './request-context.server';
import { currentTraceId } from './trace.server';

const SECRETS = ['password', 'password_hash', 'access_token', 'token', 'authorization', 'cookie'];

const LEVELS = new Set(['debug', 'info', 'warn', 'error', 'fatal', 'silent']);
const EMAIL_ADDRESS = /[\w.+'-]+@[\w-]+(?:\.[\w-]+)*/g;

/** Writes JSON lines with the ids of request and trace, without secrets and, in errors, without e-mail addresses. */
export function createLogger(destination?: { write(line: string): void }): Logger {
  const level = process.env.LOG_LEVEL ?? '';
  const options = {
    level: LEVELS.has(level) ? level : 'info',
    mixin() {
      // JSON has no line for what is undefined.
      return { request_id: currentRequestId(), trace_id: currentTraceId() };
    },
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
    serializers: { err: (error: unknown) => withoutAddresses(serializeError(error)) },
  };
  return destination ? pino(options, destination) : pino(options);
}

/** A failed query holds its values, among them personal data and hashes: only its text and its cause are logged. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if ('query' in error && 'params' in error) {
    return {
      type: error.name,
      message: `Failed query: ${String(error.query)}`,
      cause: error.cause instanceof Error ? serializeCause(error.cause) : undefined,
    };
  }
  return stdSerializers.err(error);
}

/** Also in nested errors: `cause`, and what libraries add. */
function withoutAddresses(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.replaceAll(EMAIL_ADDRESS, '[address]');
  if (typeof value !== 'object' || value === null || depth > DEPTH_LIMIT) return value;
  if (Array.isArray(value)) return value.map((entry) => withoutAddresses(entry, depth + 1));
  const entries = Object.entries(value).filter(([name]) => name !== 'raw');
  return Object.fromEntries(
    entries.map(([name, entry]) => [name, withoutAddresses(entry, depth + 1)]),
  );
}

const DEPTH_LIMIT = 4;

/** PostgreSQL's own error without `detail`, which quotes the row. */
function serializeCause(cause: Error): object {
  const code = 'code' in cause ? cause.code : undefined;
  return { type: cause.name, message: cause.message, code, stack: cause.stack };
}

export const logger = createLogger();
