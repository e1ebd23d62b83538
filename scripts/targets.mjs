import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { buildCommand, main, npmCommand, ROOT, run, ScriptError } from './lib/project.mjs';
import { runSuite } from './lib/suites.mjs';

// npm run test:targets [-- preset...]: builds for each platform, calls the function as the platform does, and
// runs end-to-end tests on it with an external API. Slow, and needs the network once for Cloudflare's
// runtime.

const FOLDER = join(ROOT, '.targets');
const TOOLS = join(FOLDER, 'tools');
const WORKERD = 'workerd@1.20261117.1';

/** Folders of each build that are deployed. The first one becomes the target's folder. */
const OUTPUTS = {
  'aws-lambda': ['.output'],
  'cloudflare-module': ['.output'],
  netlify: ['.netlify/functions-internal', 'dist'],
  vercel: ['.vercel/output'],
};

async function buildFor(preset) {
  const [output, ...more] = OUTPUTS[preset].map((name) => join(ROOT, name));
  const target = join(FOLDER, preset);
  const nodeBuild = join(ROOT, '.output');
  const kept = join(FOLDER, 'kept');
  mkdirSync(FOLDER, { recursive: true });
  rmSync(target, { recursive: true, force: true });
  // The build for Node is restored afterwards.
  if (existsSync(nodeBuild) && !existsSync(kept)) renameSync(nodeBuild, kept);
  try {
    const code = await run(buildCommand(), { env: { NITRO_PRESET: preset } });
    if (code !== 0) throw new ScriptError(`The build for ${preset} failed.`);
    renameSync(output, target);
    for (const folder of more) renameSync(folder, join(target, folder.slice(ROOT.length + 1)));
  } finally {
    if (existsSync(kept)) {
      rmSync(nodeBuild, { recursive: true, force: true });
      renameSync(kept, nodeBuild);
    }
  }
  const serve = JSON.stringify(join(ROOT, 'tests/targets/serve.mjs'));
  const entry = join(target, 'serve.mjs');
  writeFileSync(
    entry,
    `import { serveTarget } from ${serve};\n` +
      `await serveTarget(${JSON.stringify(preset)}, import.meta.dirname, ${JSON.stringify(TOOLS)});\n`,
  );
  return entry;
}

async function installWorkerd() {
  if (existsSync(join(TOOLS, 'node_modules', 'workerd'))) return;
  mkdirSync(TOOLS, { recursive: true });
  const install = ['install', '--prefix', TOOLS, '--no-audit', '--no-fund', '--no-save', WORKERD];
  const code = await run([...npmCommand(), ...install]);
  if (code !== 0) throw new ScriptError(`${WORKERD} could not be installed.`);
}

await main(async () => {
  const requested = process.argv.slice(2);
  const presets = requested.length > 0 ? requested : Object.keys(OUTPUTS);
  const unknown = presets.filter((preset) => !OUTPUTS[preset]);
  if (unknown.length > 0) {
    throw new ScriptError(
      `Unknown: ${unknown.join(', ')}. There are ${Object.keys(OUTPUTS).join(', ')}.`,
    );
  }
  const CHROMIUM_PATH = await ensureChromium({ forTests: true });
  if (presets.includes('cloudflare-module')) await installWorkerd();
  const failed = [];
  for (const preset of presets) {
    console.log(`\n=== ${preset}`);
    const entry = await buildFor(preset);
    const env = { CHROMIUM_PATH, E2E_SERVER_ENTRY: entry, E2E_TARGET: preset };
    const code = await runSuite('targets', env, []);
    if (code !== 0) failed.push(preset);
  }
  if (failed.length > 0) throw new ScriptError(`\nFailed: ${failed.join(', ')}`);
});
