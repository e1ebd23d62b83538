import { connect, createServer, type Socket } from 'node:net';
import { socketPath } from '~/platform/postgres/socket-folder.server';
import type { EmbeddedConnection } from '~/platform/postgres/embedded-postgres.server';
import { listening } from './listening';

/** A way to a database on which the server can vanish; connections that are made later reach it again. */
export async function startSilentProxy(server: EmbeddedConnection) {
  const open = new Set<Socket>();
  const proxy = createServer((near) => {
    const far = connect(socketPath(server.host));
    near.pipe(far).pipe(near);
    for (const socket of [near, far]) {
      open.add(socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket)));
    }
  });
  const { port, close } = await listening(proxy);
  return {
    databaseUrl: `postgres://${server.user}@127.0.0.1:${port}/${server.database}`,
    /** Nothing passes the open connections any more, without an error, as when a primary vanishes. */
    vanish(): void {
      for (const socket of open) socket.unpipe().pause();
    },
    async close(): Promise<void> {
      for (const socket of open) socket.destroy();
      await close();
    },
  };
}
