import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import {
  buildIfNeeded,
  main,
  nodeModuleBin,
  npmCommand,
  ROOT,
  run,
  ScriptError,
} from './lib/project.mjs';
import { runSuite } from './lib/suites.mjs';

// npm run bench [-- Vitest's arguments]: benchmarks, as ratios to references measured in the same run. The
// navigation is measured beside react-admin too, which needs the network once.

const FOLDER = 'tests/bench';
const REACT_ADMIN = 'react-admin@5.15.4';

/** True unless the arguments choose other benches by a part of their names. */
function isChosen(bench, options) {
  const chosen = readdirSync(join(ROOT, FOLDER))
    .filter((name) => name.endsWith('.bench.ts'))
    .filter((name) => options.some((option) => name.includes(option)));
  return chosen.length === 0 || chosen.includes(`${bench}.bench.ts`);
}

/** Outside of the sources, which tests and checks read. Returns the folder to build. */
async function installReactAdmin() {
  const folder = join('.bench', 'react-admin');
  cpSync(join(ROOT, FOLDER, 'react-admin'), join(ROOT, folder), { recursive: true });
  if (existsSync(join(ROOT, folder, 'node_modules', 'react-admin'))) return folder;
  const options = ['--no-audit', '--no-fund', '--no-save', '--no-package-lock'];
  const code = await run([...npmCommand(), 'install', '--prefix', folder, ...options, REACT_ADMIN]);
  if (code !== 0) throw new ScriptError(`${REACT_ADMIN} could not be installed.`);
  return folder;
}

async function build(folder) {
  const options = ['--logLevel=error', '--config', `${FOLDER}/vite.config.ts`];
  const code = await run([...nodeModuleBin('vite/bin/vite.js'), 'build', folder, ...options]);
  if (code !== 0) throw new ScriptError(`The build of ${folder} failed.`);
}

await main(async () => {
  const CHROMIUM_PATH = await ensureChromium();
  await buildIfNeeded();
  await build(`${FOLDER}/spa-lists`);
  if (isChosen('navigation', process.argv.slice(2))) await build(await installReactAdmin());
  process.exitCode = await runSuite('bench', { CHROMIUM_PATH });
});
