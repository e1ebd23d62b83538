import { execFile } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/opened';
import { ROOT } from '../../support/production-process';

/** Each way of writing an import. */
const WAYS = [
  `import '../condos/condo-columns';`,
  `import '~/features/condos/condo-columns';`,
  `import type { CondoFilters } from '~/features/condos/condo-columns';\nexport type Planted = CondoFilters;`,
  `export type Planted = import('~/features/condos/condo-columns').CondoFilters;`,
  `void import('~/features/condos/condo-columns');`,
  `export * from '../condos/condo-columns';`,
];

/** Each arrow: a folder, what a file of it imports, and the rule that is broken. */
const ARROWS: ReadonlyArray<readonly [folder: string, target: string, rule: string]> = [
  ['app/contract', '../lib/cn', 'contract-imports'],
  ['app/contract', 'clsx', 'contract-imports-zod-alone'],
  ['app/contract', 'node:fs', 'contract-imports-zod-alone'],
  ['app/contract', '~/rpc/calls', 'contract-imports'],
  ['app/lib', '~/data/condos/condo-search', 'lib-imports'],
  ['app/lib', '~/rpc/declare', 'lib-imports'],
  ['app/rpc', '~/data/condos/condo-search', 'rpc-imports'],
  ['app/rpc', '~/api/db/schema', 'rpc-imports'],
  ['app/data', '~/components/ui/button', 'data-imports'],
  ['app/data', '../api/db/schema', 'data-imports'],
  ['app/components', '~/data/condos/condo-search', 'components-imports'],
  ['app/components', '~/rpc/declare', 'components-imports'],
  ['app/features/condos', '~/rpc/upstream.server', 'screens-call-by-name'],
  ['app/features/condos', '~/api/db/schema', 'features-imports'],
  ['app/routes', '~/api/db/schema', 'routes-imports'],
  ['app/routes', '~/server/api-mount.server', 'routes-imports'],
  ['app/routes/api', '~/api/db/schema', 'routes-imports'],
  ['app/server', '~/data/condos/condo-search', 'server-imports'],
  ['app/api', '~/rpc/calls', 'api-imports'],
  // The order inside the API.
  ['app/api/http', '../auth/sessions.repo', 'api-http-imports'],
  ['app/api/http', '../deps', 'api-http-imports'],
  ['app/api/db', '~/api/http/api-error', 'api-db-imports'],
  ['app/api/mail', '../invitations/invitations.repo', 'api-mail-imports'],
  ['app/api/media', '../condos/condo-images', 'api-media-imports'],
  ['app/api/auth', '../users/users.repo', 'api-auth-imports'],
  ['app/api/condos', '../apartments/apartments.repo', 'api-resource-imports'],
  ['app/api/invitations', '../jobs/mail-worker', 'api-invitations-imports'],
  ['app/api/users', '../app.server', 'api-resource-imports'],
  ['app/api/planted-folder', '../users/users.repo', 'api-resource-imports'],
  ['app/postgres', '~/api/db/schema', 'postgres-imports'],
  ['app/postgres', '~/contract/condo', 'postgres-imports'],
  ['app', './api/db/schema', 'entries-stay-outside-the-api'],
  ['app/features/condos', '~/router', 'entries-are-not-imported'],
  ['app/lib', '../../tests/support/silent-log', 'app-stands-alone'],
  ['app/lib', '../../tools/seed/random', 'app-stands-alone'],
  // The tools next to the app.
  ['tools/seed', '../transfer/tables', 'seed-imports'],
  ['tools/transfer', '~/components/ui/button', 'transfer-imports'],
  ['tools/verify-api', '~/api/db/schema', 'verify-api-imports'],
  ['tools/verify-api', '~/rpc/upstream.server', 'verify-api-imports'],
  ['app/lib', '~/lib/no-such-file', 'not-to-unresolvable'],
  ['app/lib', 'fast-check', 'not-to-dev-dependencies'],
];

/** Each violation, with the rule that must name it. */
const PLANTED: ReadonlyArray<readonly [file: string, code: string, rule: string]> = [
  ...WAYS.map(
    (code, index) =>
      [`app/features/session/planted-${index}.ts`, code, 'features-are-apart'] as const,
  ),
  ...ARROWS.map(
    ([folder, target, rule], index) =>
      [`${folder}/planted-arrow-${index}.ts`, `import '${target}';`, rule] as const,
  ),
  // Seen by tests alone.
  [
    'app/features/planted/planted-page.tsx',
    `export const Page = () => null;`,
    'screens-have-a-route',
  ],
];
/** Reported at one of its members. */
const CIRCLE = [
  ['app/lib/planted-circle.ts', `import './planted-ring';`],
  ['app/lib/planted-ring.ts', `import './planted-circle';`],
] as const;
/** What the rule must leave alone. */
const ALLOWED = [
  ['app/features/condos/allowed.ts', `import '~/rpc/wire';\nimport './condo-columns';`],
  [
    'app/api/acceptance/allowed.ts',
    `import '../deps';\nimport '../auth/tokens';\nimport '../invitations/invitations.repo';`,
  ],
  ['tools/seed/allowed.ts', `import '~/api/db/schema';\nimport './random';`],
  ['app/data/allowed.ts', `import '~/rpc/upstream.server';\nimport '../contract/condo';`],
] as const;

const SETTINGS = ['.dependency-cruiser.cjs', 'tsconfig.json', 'package.json'];
const folder = temporaryFolder();

beforeAll(async () => {
  for (const name of ['app', 'tools', 'tests/support', ...SETTINGS]) {
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
});

/** Runs the check as npm does, on another folder. */
function check(): Promise<{ code: number; output: string }> {
  const script = join(ROOT, 'scripts', 'check-imports.mjs');
  return new Promise((resolve) => {
    execFile(process.execPath, [script, folder], (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    );
  });
}

it('fails on every kind of planted violation, and on nothing else', async () => {
  for (const [file, code] of [...PLANTED, ...CIRCLE, ...ALLOWED]) {
    const path = join(folder, file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, `${code}\nexport {};\n`);
  }
  const { code, output } = await check();
  expect(code).toBe(1);
  for (const [file, , rule] of PLANTED) expect(output).toContain(`${rule}: ${file} -> `);
  expect(output).toMatch(/no-circular: app\/lib\/planted-(circle|ring)\.ts/);
  for (const [file] of ALLOWED) expect(output).not.toContain(`${file} ->`);
});

it('fails when it reads nothing, as it would with a compiler it does not know', async () => {
  const config = join(folder, '.dependency-cruiser.cjs');
  await writeFile(config, `module.exports = { options: { exclude: { path: '[.]tsx?$' } } };`);
  const { code, output } = await check();
  expect(code).toBe(1);
  expect(output).toContain('it is blind');
});
