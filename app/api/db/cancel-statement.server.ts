import { connect } from 'node:net';
import type pg from 'pg';

/** PostgreSQL's message to cancel what a connection runs: length, code, the connection's process and its secret. */
const MESSAGE_BYTES = 16;
const CANCEL_CODE = 80_877_102;

/** How long the server has to take the message, and to end the statement. */
export const CANCEL_LIMIT_MS = 2_000;

/**
 * Asks the server to end the statement that this connection runs. The connection then gets the outcome: an error, or the
 * result of a statement that was quicker. By a connection of its own, as the protocol wants it.
 */
export function cancelStatement(client: pg.Client): void {
  const pid: unknown = Reflect.get(client, 'processID');
  const secret: unknown = Reflect.get(client, 'secretKey');
  if (typeof pid !== 'number' || typeof secret !== 'number') return;
  const message = Buffer.alloc(MESSAGE_BYTES);
  message.writeInt32BE(MESSAGE_BYTES, 0);
  message.writeInt32BE(CANCEL_CODE, 4);
  message.writeInt32BE(pid, 8);
  message.writeInt32BE(secret, 12);
  const { host, port } = client;
  const isSocket = host.startsWith('/');
  const socket = connect(isSocket ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
  socket.setTimeout(CANCEL_LIMIT_MS, () => socket.destroy());
  // A server that cannot be reached has no statement to end; the caller's own limit closes the connection.
  socket.on('error', () => undefined);
  socket.end(message);
}
