import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { buildProblem } from '../../../scripts/lib/project.mjs';
import { temporaryFolder } from '../../support/opened';

const output = temporaryFolder();

it.each([
  [null, 'There is no build yet.'],
  ['aws-lambda', 'The last build is for a platform (aws-lambda).'],
  ['node-server', null],
])('a build for %s: %s', async (preset, problem) => {
  if (preset !== null) await writeFile(join(output, 'nitro.json'), JSON.stringify({ preset }));
  expect(buildProblem(output)).toBe(problem);
});
