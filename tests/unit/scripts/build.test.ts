import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { buildProblem } from '../../../scripts/lib/project.mjs';

it.each([
  [null, 'There is no build yet.'],
  ['aws-lambda', 'The last build is for a platform (aws-lambda).'],
  ['node-server', null],
])('a build for %s: %s', async (preset, problem) => {
  const output = await mkdtemp(join(tmpdir(), 'condo-build-'));
  onTestFinished(() => rm(output, { recursive: true }));
  if (preset !== null) await writeFile(join(output, 'nitro.json'), JSON.stringify({ preset }));
  expect(buildProblem(output)).toBe(problem);
});
