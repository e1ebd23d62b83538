import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, ROOT, ScriptError } from './lib/project.mjs';
import { runSuite } from './lib/suites.mjs';

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
  process.exitCode = await runSuite('image', { CONTAINER_ENGINE: engine.join(' ') });
});
