import { readFileSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStores } from '../support/stores.mjs';
import { answerBy } from '../support/http-server.ts';
import { startCold } from './cold-start.mjs';
import { serveFront } from './front.mjs';
import { startFrozenProcess } from './frozen-process.mjs';
import { loadWorker } from './invoke-worker.mjs';

/*
 * `node .targets/<preset>/serve.mjs`: a build for a platform, called as that platform calls it and reached over HTTP, so
 * that the end-to-end tests can use it like any server.
 */

/** Where a build has its files, and for Node what becomes the function. */
const TARGETS = {
  'aws-lambda': { files: 'public', code: 'server' },
  vercel: { files: 'static', code: join('functions', '__server.func') },
  netlify: { files: 'dist', code: 'server' },
  'cloudflare-module': { files: 'public' },
};

/** Serves the build of `preset` in `folder`. */
export async function serveTarget(preset, folder, tools) {
  const target = TARGETS[preset];
  if (!target) throw new Error(`Unknown target ${preset}`);
  const served = target.code
    ? await startFunction(preset, join(folder, target.code))
    : await startWorker(preset, join(folder, 'server'), tools);
  process.once('SIGTERM', () => void served.end().finally(() => process.exit(0)));
  await serveFront(join(folder, target.files), served.answer);
}

/** A copy of the function outside of our node_modules, with stores if it runs the embedded API. */
async function startFunction(preset, code) {
  const { PORT, HOST, ...env } = process.env;
  const stores = await startStores(process.env);
  const copy = await mkdtemp(join(tmpdir(), 'condo-function-'));
  await cp(code, copy, { recursive: true, verbatimSymlinks: true });
  async function cleanUp() {
    await stores.close();
    await rm(copy, { recursive: true, force: true });
  }
  const settings = {
    PUBLIC_URL: `http://${HOST}:${PORT}`,
    ...env,
    DATA_DIR: undefined,
    ...stores.settings,
  };
  const child = await startFrozenProcess(preset, copy, settings, (exitCode) => {
    process.stderr.write(`The function's process ended with ${exitCode}\n`);
    void cleanUp().finally(() => process.exit(exitCode ?? 1));
  });
  return {
    answer: child.answer,
    end: () => {
      child.kill();
      return cleanUp();
    },
  };
}

async function startWorker(preset, server, tools) {
  const settings = JSON.parse(readFileSync(join(server, 'wrangler.json'), 'utf8'));
  const workerd = join(tools, 'node_modules', '.bin', 'workerd');
  const invoke = await startCold(preset, () => loadWorker(server, workerd, settings));
  return {
    answer: (incoming, outgoing) => answerBy(invoke, incoming, outgoing),
    end: async () => undefined,
  };
}
