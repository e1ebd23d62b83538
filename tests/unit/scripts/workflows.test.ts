import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { z } from '~/fields/zod';
import packageJson from '../../../package.json' with { type: 'json' };
import { nightlySuites } from '../../../scripts/lib/suites.mjs';
import { must } from '../../support/must';
import { ROOT } from '../../support/production-process';

const FOLDER = join(ROOT, '.github', 'workflows');
const workflowSchema = z.object({
  on: z.record(z.string(), z.unknown()),
  permissions: z.object({ contents: z.literal('read') }),
  jobs: z.record(
    z.string(),
    z.object({
      'runs-on': z.string(),
      'timeout-minutes': z.number(),
      permissions: z.record(z.string(), z.string()).optional(),
      steps: z.array(
        z.object({
          uses: z.string().optional(),
          run: z.string().optional(),
          env: z.record(z.string(), z.string()).optional(),
        }),
      ),
    }),
  ),
});

const read = (file: string) =>
  workflowSchema.parse(parse(readFileSync(join(FOLDER, file), 'utf8')));
const commandsOf = (file: string, job: string) =>
  read(file)
    .jobs[job]?.steps.map(({ run = '' }) => run)
    .join('\n') ?? '';
const scripts = new Set(Object.keys(packageJson.scripts));

test.each(readdirSync(FOLDER))('%s runs what there is, and no text of others', (file) => {
  for (const [name, { steps }] of Object.entries(read(file).jobs)) {
    for (const { uses, run = '' } of steps) {
      expect([name, (uses === undefined) !== (run === '')]).toEqual([name, true]);
      execFileSync('bash', ['-n', '-c', run]);
      expect(run).not.toMatch(/\$\{\{/);
      for (const [, script = ''] of run.matchAll(/npm run ([\w:-]+)/g))
        expect(scripts).toContain(script);
      for (const [path] of run.matchAll(/(?<=^|\s)(?:\.ci|scripts|deploy)\/[\w.-]+/g))
        expect([path, existsSync(join(ROOT, path))]).toEqual([path, true]);
    }
  }
});

test('CI builds the container with its commit, starts it, asks whether it is ready and backs it up', () => {
  const commands = commandsOf('ci.yml', 'container');
  expect(commands).toMatch(
    /docker build --build-arg GIT_COMMIT=.*\n[^]*docker run [^]*\/readyz[^]*\/healthz[^]*export-data\.mjs[^]*docker stop/,
  );
});

test('a tag pushes an image that was started, and attaches the server build with its checksum', () => {
  expect(read('release.yml').on).toEqual({ push: { tags: ['v*'] } });
  expect(read('release.yml').jobs['image']?.permissions).toMatchObject({ packages: 'write' });
  const image = commandsOf('release.yml', 'image');
  expect(image).toMatch(/docker build --build-arg GIT_COMMIT=[^]*\/readyz[^]*docker push/);
  expect(image).toContain('ghcr.io/${REPOSITORY,,}');
  expect(commandsOf('release.yml', 'server')).toMatch(
    /npm run build\n[^]*deploy\/pack [^]*sha256sum [^]*gh release create .*\.tar\.gz/,
  );
});

test('an image is built with its commit, from what it may read', () => {
  const file = readFileSync(join(ROOT, 'Dockerfile'), 'utf8');
  expect(file).toMatch(/^ARG GIT_COMMIT\nRUN npm run build$/m);
});

const notes = (tag: string) =>
  execFileSync(process.execPath, ['scripts/release-notes.mjs', tag], {
    cwd: ROOT,
    encoding: 'utf8',
    stdio: 'pipe',
  });

test('the notes of a release are its section of the changelog', () => {
  const text = notes(`v${packageJson.version}`);
  expect(text).toMatch(/^- /m);
  expect(text).not.toMatch(/^## /m);
  expect(() => notes('v0.0.1')).toThrow('not v0.0.1');
});

/** Folders whose tests run with `npm test`, or are no suite. */
const OF_NPM_TEST = ['unit', 'api', 'ui', 'e2e'];

test('each folder with tests is a suite that runs by itself, each night, too', () => {
  const withTests = readdirSync(join(ROOT, 'tests'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(test|spec)\.tsx?$/.test(file))
    .map((file) => must(file.split(sep)[0], 'folder'));
  const suites = nightlySuites();
  expect(new Set([...OF_NPM_TEST, ...suites])).toEqual(
    new Set([...withTests, 'cluster', 'targets']),
  );
  for (const suite of suites) expect(scripts).toContain(`test:${suite}`);
  const commands = commandsOf('nightly.yml', 'suite');
  expect(commands).toMatch(
    /apt-get install .*\$\(node scripts\/programs\.mjs\)[^]*npm run "test:\$SUITE"/,
  );
  expect(commandsOf('nightly.yml', 'suites')).toContain('node scripts/collect.mjs --names');
  expect(commandsOf('nightly.yml', 'tests')).toMatch(/scripts\/programs\.mjs[^]*\.ci\/run/);
});
