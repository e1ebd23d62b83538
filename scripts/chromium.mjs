import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { main, nodeModuleBin, run, ScriptError } from './lib/project.mjs';

/** The full browser, which is used for measurements. */
const WHOLE = {
  playwright: { name: 'chromium', arguments: ['--no-shell'] },
  names: ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
  paths: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
  ],
  systemPackage: 'chromium',
};
/** Chromium without windows, in which tests take a third less CPU time. */
const SHELL = {
  playwright: { name: 'chromium-headless-shell', arguments: ['--only-shell'] },
  names: ['chromium-headless-shell'],
  paths: [],
  systemPackage: 'chromium-headless-shell',
};
const VERSION_TIMEOUT_MS = 30_000;
const DOWNLOAD_TIMEOUT_MS = 240_000;
const PACKAGES_TIMEOUT_MS = 600_000;

/**
 * Returns the path of a Chromium that runs: CHROMIUM_PATH, otherwise Playwright's own, otherwise the
 * system's. Tests prefer the headless shell. If there is none, Chromium is installed by Playwright's
 * download, or else from the system's packages.
 */
export async function ensureChromium({ forTests = false } = {}) {
  const given = process.env.CHROMIUM_PATH;
  if (given) {
    if (runs(given)) return given;
    throw new ScriptError(`CHROMIUM_PATH names no program that runs: ${given}`);
  }
  const kinds = forTests ? [SHELL, WHOLE] : [WHOLE];
  const find = () =>
    kinds.flatMap((kind) => [playwrightPath(kind), ...systemPaths(kind)]).find(runs);
  const present = find();
  if (present) return present;
  console.log("No Chromium here; trying Playwright's download.");
  const [preferred] = kinds;
  const install = ['install', ...preferred.playwright.arguments, 'chromium'];
  await run([...nodeModuleBin('playwright/cli.js'), ...install], {
    timeoutMs: DOWNLOAD_TIMEOUT_MS,
  });
  const downloaded = find();
  if (downloaded) return downloaded;
  console.log("That brought no Chromium that runs; trying the system's packages.");
  for (const { systemPackage } of kinds) {
    await installPackage(systemPackage);
    const installed = find();
    if (installed) return installed;
  }
  throw new ScriptError(
    'There is no Chromium, and none could be installed. Install Chromium or Google Chrome and run this again, ' +
      'or set CHROMIUM_PATH to its program.',
  );
}

function playwrightPath({ playwright }) {
  try {
    const { registry } = createRequire(import.meta.url)('playwright-core/lib/coreBundle');
    return registry.registry.findExecutable(playwright.name).executablePath();
  } catch {
    return undefined;
  }
}

function systemPaths({ names, paths }) {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
  return [...names.flatMap((name) => folders.map((folder) => join(folder, name))), ...paths];
}

/** True if the program can print its version. A downloaded Chromium may lack system libraries. */
function runs(path) {
  if (!path || !existsSync(path)) return false;
  // On Windows this would open a window.
  if (process.platform === 'win32') return true;
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore', timeout: VERSION_TIMEOUT_MS });
    return true;
  } catch {
    return false;
  }
}

async function installPackage(name) {
  if (!existsSync('/usr/bin/apt-get')) return;
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const steps = [
    [...sudo, 'apt-get', 'update'],
    [...sudo, 'apt-get', 'install', '-y', '--no-install-recommends', name, 'fonts-liberation'],
  ];
  for (const step of steps) {
    const code = await run(step, { env, timeoutMs: PACKAGES_TIMEOUT_MS }).catch(() => 1);
    if (code !== 0) return;
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await main(async () => console.log(await ensureChromium()));
}
