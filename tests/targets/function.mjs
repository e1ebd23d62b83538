import { createServer } from 'node:http';
import { join } from 'node:path';
import { answerBy } from '../support/http-server.ts';
import { startCold } from './cold-start.mjs';
import { loadFetch } from './invoke-fetch.mjs';
import { loadLambda } from './invoke-lambda.mjs';

/*
 * `node function.mjs <preset> <folder>`: the process in which a platform runs the function. It stands still (SIGSTOP)
 * whenever no call is under way, as a platform freezes it; who calls it lets it go on first (SIGCONT).
 */

const LOADERS = {
  'aws-lambda': (folder) => loadLambda(join(folder, 'index.mjs')),
  vercel: (folder) => loadFetch(join(folder, 'index.mjs'), 'x-forwarded-for', during),
  netlify: (folder) => loadFetch(join(folder, 'server.mjs'), 'x-nf-client-connection-ip'),
};

let underWay = 0;

/** The process stays awake until this has ended. */
async function during(work) {
  underWay += 1;
  await Promise.allSettled([work]);
  underWay -= 1;
  if (underWay === 0) process.kill(process.pid, 'SIGSTOP');
}

const [preset, folder] = process.argv.slice(2);
const invoke = await startCold(preset, () => LOADERS[preset](folder));
const server = createServer((incoming, outgoing) => {
  void during(new Promise((resolve) => outgoing.once('close', resolve)));
  answerBy(invoke, incoming, outgoing).catch((error) => {
    process.stderr.write(`${error?.stack ?? error}\n`);
    outgoing.destroy();
  });
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
