import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { findFreePort } from './lib/ports.mjs';
import {
  buildIfNeeded,
  endWithNpm,
  findNode,
  main,
  needsInstall,
  npmCommand,
  ROOT,
  run,
  ScriptError,
} from './lib/project.mjs';

const DEMO_EMAIL = 'admin@example.com';
const DEMO_PASSWORD = 'condo-admin-demo';
const DEFAULT_PORT = 3000;
const START_LIMIT_MS = 60_000;

// npm run demo, on a fresh clone: installs, builds, fills an empty database with demonstration data, serves it and says
// where and how to sign in. Settings come from the environment and .env, as for npm start.
await main(async () => {
  endWithNpm();
  if (needsInstall() && (await run([...npmCommand(), 'ci'])) !== 0) {
    throw new ScriptError('Installing the packages failed.');
  }
  await buildIfNeeded();
  const dotenv = join(ROOT, '.env');
  // Node 20.6 and newer; ours is there by now in any case, but this process may be the older one.
  if (existsSync(dotenv)) process.loadEnvFile?.(dotenv);
  process.env.ADMIN_EMAIL ||= DEMO_EMAIL;
  process.env.ADMIN_PASSWORD ||= DEMO_PASSWORD;
  // A line for each request would bury the address.
  process.env.LOG_LEVEL ||= 'warn';
  process.env.HOST ||= '127.0.0.1';
  process.env.PORT ||= String(await findFreePort(DEFAULT_PORT, process.env.HOST));
  if ((await run([findNode(), join(ROOT, 'scripts', 'seed.mjs'), '--demo'])) !== 0) {
    throw new ScriptError('Filling the database failed.');
  }
  const served = run([findNode(), join(ROOT, 'scripts', 'start.mjs')]);
  void announce();
  process.exitCode = await served;
});

/** Says where to look as soon as the server answers. */
async function announce() {
  const host = process.env.HOST === '0.0.0.0' ? '127.0.0.1' : process.env.HOST;
  const url = `http://${host}:${process.env.PORT}`;
  const limit = Date.now() + START_LIMIT_MS;
  while (Date.now() < limit) {
    const response = await fetch(`${url}/login`).catch(() => null);
    if (response?.ok) {
      console.log(
        `\nCondo Admin is running with demonstration data.\n\n` +
          `    Address:  ${url}\n` +
          `    Email:    ${process.env.ADMIN_EMAIL}\n` +
          `    Password: ${process.env.ADMIN_PASSWORD}\n\nCtrl-C ends it.\n`,
      );
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
