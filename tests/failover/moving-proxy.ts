import { connect, createServer, type Socket } from 'node:net';
import { listening } from '../support/listening';

/** The one address under which a database is reached, as a proxy or the name of a provider's cluster is. */
export async function startMovingProxy(port: number) {
  let target = port;
  const open = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    near.pipe(far).pipe(near);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
  });
  const { port: own, close } = await listening(server);
  return {
    port: own,
    close,
    /** New connections reach this server. Those that are open stay where they are. */
    moveTo(next: number): void {
      target = next;
    },
    /** Ends the open connections. */
    cut(): void {
      for (const socket of open) socket.destroy();
    },
  };
}
