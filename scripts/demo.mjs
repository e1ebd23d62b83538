import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { findFreePort } from './lib/ports.mjs';
import {
  buildCommand,
  findNode,
  main,
  needsBuild,
  needsInstall,
  npmCommand,
  ROOT,
  run,
  ScriptError,
} from './lib/project.mjs';
import { loadDotenv } from './lib/dotenv.mjs';

const DEMO_EMAIL = 'admin@example.com';
const DEFAULT_PORT = 3000;
const START_LIMIT_MS = 60_000;

// npm run demo, on a fresh clone: installs, builds, fills an empty database with demonstration data, starts
// the server, and prints the address and how to sign in. Settings come from the environment and .env, as for
// npm start.
await main(async () => {
  if (needsInstall()) await step('Installing the packages', [...npmCommand(), 'ci']);
  else console.log('The packages are installed.');
  if (needsBuild()) await step('Building the panel', buildCommand());
  else console.log('The panel is built.');
  takeSettings();
  process.env.PORT ||= String(await findFreePort(DEFAULT_PORT, process.env.HOST));
  const seed = [findNode(), join(ROOT, 'scripts/tool.mjs'), 'seed/seed-command.ts', '--demo'];
  process.stdout.write(await step('Filling the database', seed));
  console.log('Starting the server ...');
  const served = run([findNode(), join(ROOT, 'scripts', 'start.mjs')]);
  void announce();
  process.exitCode = await served;
});

/** Runs a step as one line with its duration. Output is shown if the step fails, otherwise returned. */
async function step(label, command) {
  process.stdout.write(`${label} ... `);
  const started = performance.now();
  let output = '';
  const code = await run(command, { onOutput: (text) => (output += text) });
  if (code !== 0) {
    console.log(`failed\n\n${output}`);
    throw new ScriptError(`${label}: failed with exit code ${code}, see above.`);
  }
  console.log(`${((performance.now() - started) / 1000).toFixed(1)} s`);
  return output;
}

/** Sets missing settings from .env, then from the demonstration's defaults. */
function takeSettings() {
  loadDotenv();
  process.env.ADMIN_EMAIL ||= DEMO_EMAIL;
  if (process.env.ADMIN_PASSWORD_FILE)
    process.env.ADMIN_PASSWORD ||= readFileSync(process.env.ADMIN_PASSWORD_FILE, 'utf8').trimEnd();
  delete process.env.ADMIN_PASSWORD_FILE;
  if (!process.env.ADMIN_PASSWORD) process.env.ADMIN_PASSWORD = generatedPassword();
  // Lines of requests would hide the address.
  process.env.LOG_LEVEL ||= 'warn';
  process.env.HOST ||= '127.0.0.1';
}

/** Generates a password for the demonstration, and keeps it next to the database for the next start. */
function generatedPassword() {
  const dataDir = process.env.DATA_DIR || '.data';
  const file = join(isAbsolute(dataDir) ? dataDir : join(ROOT, dataDir), 'demo-password');
  if (existsSync(file)) return readFileSync(file, 'utf8');
  const password = randomBytes(12).toString('base64url');
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

/** Prints the address as soon as the server responds. */
async function announce() {
  const host = process.env.HOST === '0.0.0.0' ? '127.0.0.1' : process.env.HOST;
  const url = `http://${host}:${process.env.PORT}`;
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    const response = await fetch(`${url}/login`).catch(() => null);
    if (response?.ok) {
      console.log(
        `Ready: Condo Admin is running with demonstration data. Ctrl-C ends it.\n\n` +
          `    Address:  ${url}\n` +
          `    Email:    ${process.env.ADMIN_EMAIL}\n` +
          `    Password: ${(await signsIn(url)) ? process.env.ADMIN_PASSWORD : 'the one that this database was set up with'}\n`,
      );
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** True if the password works. The database may be older than the password. */
async function signsIn(url) {
  const { ADMIN_EMAIL: username, ADMIN_PASSWORD: password } = process.env;
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return response.ok;
}
