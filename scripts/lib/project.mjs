// Plain JavaScript, as in other .mjs scripts, since they run on Node 20 before anything is installed.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const OUTPUT = join(ROOT, '.output');
export const SERVER_ENTRY = join(OUTPUT, 'server', 'index.mjs');

/** The server needs argon2 from node:crypto. */
const NODE_MAJOR = 24;
const NODE_MINOR = 7;

/** A message for the terminal, printed without a stack. */
export class ScriptError extends Error {}

/**
 * Runs a script's main function; a ScriptError becomes its message and exit code 1. The script ends with
 * its npm.
 */
export async function main(script) {
  endWithNpm();
  try {
    await script();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

const PARENT_CHECK_MS = 1_000;

/** Treats the end of the parent as SIGTERM, since npm does not pass signals to the script that it runs. */
function endWithNpm() {
  if (!process.env.npm_lifecycle_event || process.platform === 'win32') return;
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    process.kill(process.pid, 'SIGTERM');
  }, PARENT_CHECK_MS);
  timer.unref();
}

/** The project's own Node 24, or this script's Node if it is new enough. */
export function findNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const own = join(ROOT, 'node_modules', 'node', 'bin', name);
  if (existsSync(own)) return own;
  if (isNewEnough()) return process.execPath;
  throw new ScriptError(
    `Node ${process.versions.node} is too old and node_modules holds no newer one. Run: npm ci`,
  );
}

function isNewEnough() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > NODE_MAJOR || (major === NODE_MAJOR && minor >= NODE_MINOR);
}

/** `main` for scripts that need Node 24. An older Node runs the script again with the project's own. */
export function mainOnNode24(script) {
  return main(async () => {
    if (isNewEnough()) return script();
    process.exitCode = await run([findNode(), ...process.argv.slice(1)]);
  });
}

/** Path and first arguments to run a program of node_modules with Node 24, on Windows too. */
export function nodeModuleBin(file) {
  return [findNode(), join(ROOT, 'node_modules', ...file.split('/'))];
}

/** The `npm` command: the npm that runs this script, if there is one. */
export function npmCommand() {
  const cli = process.env.npm_execpath;
  if (cli?.endsWith('.js')) return [process.env.npm_node_execpath ?? process.execPath, cli];
  return [process.platform === 'win32' ? 'npm.cmd' : 'npm'];
}

let stopped = false;
/** Listener that keeps Ctrl-C from ending this process before its child. */
const wait = () => void (stopped = true);

/**
 * True once this process was told to stop while it ran a command. No further command of a sequence starts
 * then.
 */
export const isStopped = () => stopped;

/**
 * Runs a command until it ends; resolves to its exit code. The command uses our terminal, or passes its
 * output to `onOutput`. Ctrl-C reaches the child through the terminal (and we wait until it has ended),
 * SIGTERM is passed on.
 */
export function run([command, ...args], { env, timeoutMs, quiet = false, onOutput } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: onOutput ? ['ignore', 'pipe', 'pipe'] : quiet ? 'ignore' : 'inherit',
      shell: command.endsWith('.cmd'),
      ...(timeoutMs && { timeout: timeoutMs }),
    });
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', onOutput);
    }
    const forward = () => {
      stopped = true;
      child.kill('SIGTERM');
    };
    process.once('SIGTERM', forward);
    process.on('SIGINT', wait);
    child.on('error', reject);
    child.on('close', (code) => {
      process.off('SIGTERM', forward);
      process.off('SIGINT', wait);
      resolve(code ?? 1);
    });
  });
}

/** True while node_modules is missing, incomplete or older than the lockfile. */
export function needsInstall() {
  // npm writes this file last.
  const installed = join(ROOT, 'node_modules', '.package-lock.json');
  return !existsSync(installed) || newest(join(ROOT, 'package-lock.json')) > newest(installed);
}

const BUILT_FROM = [
  'app',
  'public',
  'tools',
  'app.config.ts',
  'package-lock.json',
  'tsconfig.json',
];
/** The build writes this file itself. */
const GENERATED = 'routeTree.gen.ts';

/** Explains why the build in this folder cannot run as a server; null if it can. */
export function buildProblem(output = OUTPUT) {
  const about = join(output, 'nitro.json');
  if (!existsSync(about)) return 'There is no build yet.';
  const { preset } = JSON.parse(readFileSync(about, 'utf8'));
  return preset === 'node-server' ? null : `The last build is for a platform (${preset}).`;
}

/** True if the production build is missing, was made for a platform, or is older than its sources. */
export function needsBuild() {
  if (buildProblem() !== null) return true;
  const built = statSync(SERVER_ENTRY).mtimeMs;
  return BUILT_FROM.some((name) => newest(join(ROOT, name)) > built);
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  let time = stat.mtimeMs;
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) {
    if (entry.name === GENERATED) continue;
    time = Math.max(time, statSync(join(entry.parentPath ?? entry.path, entry.name)).mtimeMs);
  }
  return time;
}

export function buildCommand() {
  return viteCommand('build');
}

export function viteCommand(action) {
  return [...nodeModuleBin('vite/bin/vite.js'), action, '--config', 'app.config.ts'];
}

/** Builds for production unless the build is up to date. */
export async function buildIfNeeded() {
  if (!needsBuild()) return;
  if ((await run(buildCommand())) !== 0) throw new ScriptError('The build failed.');
}
