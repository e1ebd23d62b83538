import { once } from 'node:events';
import type { Server, Socket } from 'node:net';

/**
 * Starts a server on this machine, at a free port unless one is named. Closing it also ends its
 * connections.
 */
export async function listening(server: Server, port = 0, host = '127.0.0.1') {
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    open.add(socket.on('close', () => open.delete(socket)));
  });
  await once(server.listen(port, host), 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port');
  return {
    port: address.port,
    url: `http://${host}:${address.port}`,
    close: async (): Promise<void> => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}
