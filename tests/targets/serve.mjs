import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, normalize } from 'node:path';
import { getMimeType } from 'hono/utils/mime';
import { passOn } from '../support/http-server.ts';
import { listening } from '../support/listening.ts';
import { freePort, waitUntilAnswers } from '../support/production-process.ts';
import { startStores } from '../support/stores.mjs';

/*
 * `node .targets/<preset>/serve.mjs` serves a build for a platform over HTTP, so that the end-to-end tests
 * can use it like any server. The build is called as that platform calls it.
 */

const HOST = process.env.HOST ?? '127.0.0.1';
const PORT = Number(process.env.PORT);
/** A call may arrive at the moment at which the process stops itself, so it is resumed again and again. */
const WAKE_AGAIN_MS = 20;

/** Folders of a build: its static files, and for Node the code of the function. */
const TARGETS = {
  'aws-lambda': { files: 'public', code: 'server' },
  vercel: { files: 'static', code: join('functions', '__server.func') },
  netlify: { files: 'dist', code: 'server' },
  'cloudflare-module': { files: 'public' },
};

/** Serves the build of `preset` in `folder`, and prints how long its start and its first page took. */
export async function serveTarget(preset, folder, tools) {
  const { files, code } = TARGETS[preset];
  const { port, started, answer } = code
    ? await startFunction(preset, join(folder, code))
    : await startWorker(join(folder, 'server'), tools);
  const loaded = performance.now();
  await (await fetch(`http://127.0.0.1:${port}/login`)).arrayBuffer();
  process.stdout.write(
    `cold start ${preset}: loaded in ${(loaded - started).toFixed(0)} ms, ` +
      `first page ${(performance.now() - started).toFixed(0)} ms\n`,
  );
  const server = createServer((incoming, outgoing) => {
    answerInFront(join(folder, files), answer, incoming, outgoing).catch((error) => {
      process.stderr.write(`${error?.stack ?? error}\n`);
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end('The function failed');
    });
  });
  await listening(server, PORT, HOST);
}

/** Serves the files of `folder` as a platform does in front of the function. `answer` gets other requests. */
async function answerInFront(folder, answer, incoming, outgoing) {
  const { pathname } = new URL(incoming.url ?? '/', 'http://front');
  const file = join(folder, normalize(pathname));
  const entry = await stat(file).catch(() => null);
  if (!entry?.isFile()) return answer(incoming, outgoing);
  outgoing.writeHead(200, { 'content-type': getMimeType(file) ?? 'application/octet-stream' });
  createReadStream(file).pipe(outgoing);
}

/**
 * Runs a copy of the function outside of our node_modules, in a process that only runs during calls. With the
 * embedded API it has a database and an image store.
 */
async function startFunction(preset, code) {
  const stores = await startStores(process.env);
  const copy = await mkdtemp(join(tmpdir(), 'condo-function-'));
  await cp(code, copy, { recursive: true, verbatimSymlinks: true });
  const settings = { PUBLIC_URL: `http://${HOST}:${PORT}`, ...process.env, ...stores.settings };
  const started = performance.now();
  const child = fork(join(import.meta.dirname, 'function.mjs'), [preset, copy], {
    cwd: copy,
    env: { ...settings, HOST: undefined, PORT: undefined, DATA_DIR: undefined },
  });
  child.once('exit', (exitCode, signal) => {
    const isStopped = signal === 'SIGKILL';
    if (!isStopped) process.stderr.write(`The function's process ended with ${exitCode}\n`);
    const cleanUp = Promise.all([stores.close(), rm(copy, { recursive: true, force: true })]);
    void cleanUp.finally(() => process.exit(isStopped ? 0 : (exitCode ?? 1)));
  });
  // Platforms kill the process too: no other signal reaches one that is stopped.
  process.once('SIGTERM', () => child.kill('SIGKILL'));
  const [{ port }] = await once(child, 'message');
  const answer = async (incoming, outgoing) => {
    child.kill('SIGCONT');
    const timer = setInterval(() => child.kill('SIGCONT'), WAKE_AGAIN_MS);
    await passOn(port, incoming, outgoing).finally(() => clearInterval(timer));
  };
  return { port, started, answer };
}

/** Runs the worker in Cloudflare's own runtime, with the settings of the build's wrangler.json. */
async function startWorker(server, tools) {
  process.once('SIGTERM', () => process.exit(0));
  const settings = JSON.parse(await readFile(join(server, 'wrangler.json'), 'utf8'));
  const port = await freePort();
  const modules = (await readdir(server, { recursive: true }))
    .filter((name) => /\.m?js$/.test(name))
    .toSorted((a, b) => Number(b === 'index.mjs') - Number(a === 'index.mjs'))
    .map((name) => `(name = ${quote(name)}, esModule = embed ${quote(name)})`);
  const bindings = Object.entries(process.env)
    .filter(([name]) => /^[A-Z][A-Z0-9_]*$/.test(name))
    .map(([name, value]) => `(name = ${quote(name)}, text = ${quote(value)})`);
  // Each process writes a file, since others serve this folder on other ports. Modules are found beside it.
  const config = join(server, `workerd-${port}.capnp`);
  await writeFile(
    config,
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .panel),
    (name = "internet", network = (allow = ["public", "private", "local"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const panel :Workerd.Worker = (
  modules = [${modules.join(',\n    ')}],
  compatibilityDate = ${quote(settings.compatibility_date)},
  compatibilityFlags = [${settings.compatibility_flags.map(quote).join(', ')}],
  bindings = [${bindings.join(', ')}],
);
`,
  );
  const started = performance.now();
  const child = spawn(join(tools, 'node_modules', '.bin', 'workerd'), ['serve', config], {
    stdio: 'inherit',
  });
  child.once('exit', (code) => process.exit(code ?? 1));
  process.once('exit', () => child.kill());
  await waitUntilAnswers(child, `http://127.0.0.1:${port}/login`);
  await rm(config);
  const answer = (incoming, outgoing) => {
    incoming.headers['cf-connecting-ip'] = incoming.socket.remoteAddress;
    return passOn(port, incoming, outgoing);
  };
  return { port, started, answer };
}

const quote = (text) => JSON.stringify(text);
