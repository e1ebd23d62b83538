import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findProgram, missingPrograms, PROGRAMS } from '../../../scripts/lib/programs.mjs';
import { ROOT } from '../../support/production-process';

const scripts = readdirSync(join(ROOT, 'scripts')).filter((name) => name.endsWith('.mjs'));
const textOf = (name: string) => readFileSync(join(ROOT, 'scripts', name), 'utf8');

it('a suite that is skipped has not passed: its script fails with the reason', () => {
  const skipping = scripts.filter((name) => /[`']Skipped: /.test(textOf(name)));
  expect(skipping).toEqual(['failover.mjs', 'image.mjs', 'office.mjs']);
  for (const name of skipping) {
    const text = textOf(name);
    const thrown = text.match(/new ScriptError\(\s*[`']Skipped: /g) ?? [];
    expect([name, thrown.length]).toEqual([name, text.match(/[`']Skipped: /g)?.length]);
  }
});

it('the programs of each suite are named', () => {
  expect(Object.keys(PROGRAMS)).toEqual(
    // A test that has the name of a program in quotes is one that needs it.
    expect.arrayContaining('initdb pgbouncer docker podman soffice'.split(' ')),
  );
});

const isInstalled = (names: string) =>
  names
    .trim()
    .split(' ')
    .some((name) => findProgram(name) !== undefined);

it('a program is installed, or missing with the files that need it; one engine of containers is enough', () => {
  const missing = new Map(missingPrograms().map(({ name, files }) => [name, files]));
  const server = isInstalled('initdb ') ? undefined : ['tests/failover/postgres-server.ts'];
  expect([...missing].find(([name]) => /^initdb$/.test(name))?.[1]).toEqual(server);
  const engine = isInstalled('docker podman') ? undefined : ['tests/image/image.test.ts'];
  expect([...missing].find(([name]) => /^docker$/.test(name))?.[1]).toEqual(engine);
});
