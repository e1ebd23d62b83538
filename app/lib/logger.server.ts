import { pino, stdSerializers, type Logger } from 'pino';

const SECRETS = ['password', 'password_hash', 'access_token', 'token', 'authorization', 'cookie'];

/** Writes JSON lines to `destination` (standard output); secrets are blanked out, also one level down. */
export function createLogger(destination?: { write(line: string): void }): Logger {
  const options = {
    redact: {
      paths: SECRETS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
      censor: '[redacted]',
    },
    serializers: { err: serializeError },
  };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * A failed query carries its values, among them personal data and hashes: its text and its cause are enough.
 */
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

/** PostgreSQL's own error without `detail`, which quotes the row. */
function serializeCause(cause: Error): object {
  const code = 'code' in cause ? cause.code : undefined;
  return { type: cause.name, message: cause.message, code, stack: cause.stack };
}

/** The process's logger. */
export const logger = createLogger();
