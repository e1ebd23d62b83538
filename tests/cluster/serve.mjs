import { createServer } from 'node:http';
import { join } from 'node:path';
import { passOn } from '../support/http-server.ts';
import {
  BUILT_ENTRY,
  endProcess,
  freePort,
  spawnProduction,
  waitUntilAnswers,
} from '../support/production-process.ts';
import { startStores } from '../support/stores.mjs';

/*
 * Takes the place of the one server of the end-to-end tests (E2E_SERVER_ENTRY). A proxy gives each request to
 * the next of three production processes, which share one PostgreSQL and one S3 server. So the tests show
 * what works without a process that remembers anything.
 */

const PROCESSES = 3;
/** Time that the processes announce in `Keep-Alive`, which the proxy passes on. */
const KEEP_ALIVE_MS = 65_000;
const HOST = '127.0.0.1';

async function startProcess(env, port) {
  const entry = process.env.CLUSTER_ENTRY ?? BUILT_ENTRY;
  const stdio = ['ignore', 'inherit', 'inherit'];
  const child = spawnProduction({ port, env, stdio, entry });
  const url = `http://${HOST}:${port}/api/capabilities`;
  await waitUntilAnswers(child, url, { statuses: [200, 404] });
  return child;
}

/** Starts a proxy that sends each request to the next process. */
function startProxy(ports, port) {
  let turn = 0;
  const server = createServer({ keepAliveTimeout: KEEP_ALIVE_MS }, (incoming, outgoing) => {
    turn = (turn + 1) % ports.length;
    passOn(ports[turn], incoming, outgoing).catch(() => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end();
    });
  });
  return new Promise((resolve) => server.listen(port, HOST, () => resolve(server)));
}

const { PORT, ...env } = process.env;
env.PUBLIC_URL ??= `http://${HOST}:${PORT}`;
const stores = await startStores(env);
const ports = [];
for (let index = 0; index < PROCESSES; index += 1) ports.push(await freePort());
// All start at the same time, as after a new release: any may migrate and create the administrator.
const children = await Promise.all(
  ports.map((port, index) => {
    const DATA_DIR = join(env.DATA_DIR, String(index));
    return startProcess({ ...env, ...stores.settings, DATA_DIR }, port);
  }),
);
const proxy = await startProxy(ports, Number(PORT));

async function stop() {
  proxy.close();
  proxy.closeAllConnections();
  await Promise.all(children.map((child) => endProcess(child)));
  await stores.close();
  process.exit(0);
}

process.once('SIGTERM', () => void stop());
