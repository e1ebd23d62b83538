import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { serveFront } from './front.mjs';
import { loadFetch } from './invoke-fetch.mjs';
import { loadLambda } from './invoke-lambda.mjs';
import { loadWorker } from './invoke-worker.mjs';

/*
 * `node .targets/<preset>/serve.mjs`: a build for a platform, called as that platform calls it and reached over HTTP, so
 * that the end-to-end tests can use it like any server.
 */

const TARGETS = {
  'aws-lambda': {
    files: 'public',
    load: (folder) => loadLambda(join(folder, 'server', 'index.mjs')),
  },
  vercel: {
    files: 'static',
    load: (folder) =>
      loadFetch(join(folder, 'functions', '__server.func', 'index.mjs'), 'x-forwarded-for'),
  },
  netlify: {
    files: 'dist',
    load: (folder) => loadFetch(join(folder, 'server', 'server.mjs'), 'x-nf-client-connection-ip'),
  },
  'cloudflare-module': {
    files: 'public',
    load: (folder, tools) => {
      const server = join(folder, 'server');
      const settings = JSON.parse(readFileSync(join(server, 'wrangler.json'), 'utf8'));
      return loadWorker(server, join(tools, 'node_modules', '.bin', 'workerd'), settings);
    },
  },
};

/** Serves the build of `preset` in `folder`. */
export async function serveTarget(preset, folder, tools) {
  const target = TARGETS[preset];
  if (!target) throw new Error(`Unknown target ${preset}`);
  const started = performance.now();
  const invoke = await target.load(folder, tools);
  const loaded = performance.now();
  await (await invoke(new Request('http://127.0.0.1/login'), '127.0.0.1')).arrayBuffer();
  process.stdout.write(
    `cold start ${preset}: loaded in ${(loaded - started).toFixed(0)} ms, ` +
      `first page ${(performance.now() - started).toFixed(0)} ms\n`,
  );
  await serveFront(join(folder, target.files), invoke);
}
