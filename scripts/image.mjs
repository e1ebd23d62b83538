import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, nodeModuleBin, ROOT, run, ScriptError } from './lib/project.mjs';

const works = (command, ...args) =>
  spawnSync(command[0], [...command.slice(1), ...args], { stdio: 'ignore' }).status === 0;

// npm run test:image: the image, built from the Dockerfile by docker or podman, and run as platforms run it.
// CONTAINER_ENGINE names another engine, with its options: "podman --remote".
await main(async () => {
  const given = process.env.CONTAINER_ENGINE;
  const engines = given ? [given.split(' ')] : [['docker'], ['podman']];
  const engine = engines.find((one) => works(one, 'info'));
  if (!engine) throw new ScriptError('Skipped: neither docker nor podman works here.');
  const base = /^FROM (\S+)/m.exec(readFileSync(join(ROOT, 'Dockerfile'), 'utf8'))[1];
  if (!works(engine, 'image', 'inspect', base) && !works(engine, 'pull', base)) {
    throw new ScriptError(`Skipped: ${engine.join(' ')} cannot get the image ${base}.`);
  }
  const vitest = [...nodeModuleBin('vitest/vitest.mjs'), 'run'];
  const config = ['--config', 'tests/image/vitest.config.ts'];
  process.exitCode = await run([...vitest, ...config, ...process.argv.slice(2)], {
    env: { CONTAINER_ENGINE: engine.join(' ') },
  });
});
