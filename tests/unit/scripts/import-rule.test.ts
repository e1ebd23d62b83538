import { execFile } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../support/opened';
import { ROOT } from '../../support/production-process';

/** Each way of writing an import. */
const WAYS = [
  `import '../../condos/screens/condo-columns';`,
  `import '~/condos/screens/condo-columns';`,
  `import type { CondoFilters } from '~/condos/screens/condo-columns';\nexport type Planted = CondoFilters;`,
  `export type Planted = import('~/condos/screens/condo-columns').CondoFilters;`,
  `void import('~/condos/screens/condo-columns');`,
  `export * from '../../condos/screens/condo-columns';`,
];

/** Each arrow: a folder, what a file of it imports, and the rule that is broken. */
const ARROWS: ReadonlyArray<readonly [folder: string, target: string, rule: string]> = [
  // What knows no room.
  ['app/fields', '~/kit/ui/cn', 'fields-imports'],
  ['app/fields', '~/language/texts', 'fields-imports'],
  ['app/fields', '~/condos/fields', 'fields-imports'],
  ['app/fields', 'clsx', 'fields-import-zod-alone'],
  ['app/fields', 'node:fs', 'fields-import-zod-alone'],
  ['app/language', '~/kit/ui/button', 'language-imports'],
  ['app/language', '~/rpc/wire', 'language-imports'],
  ['app/kit/ui', '~/condos/calls', 'kit-imports'],
  ['app/kit/ui', '~/platform/log', 'kit-imports'],
  ['app/kit/layout', '~/rpc/embedded/deps', 'kit-imports'],
  ['app/kit/layout', '~/rpc/upstream.server', 'kit-imports'],
  ['app/platform', '~/rpc/wire', 'platform-imports'],
  ['app/platform', '~/condos/calls', 'platform-imports'],
  ['app/platform/postgres', '~/condos/schema', 'platform-imports'],
  ['app/platform/database', '~/condos/server/repo', 'platform-database-imports'],
  ['app/platform/database', '~/rpc/embedded/api-error', 'platform-database-imports'],
  ['app/rpc', '~/condos/screens/condo-columns', 'rpc-imports'],
  ['app/rpc', '~/condos/server/repo', 'rpc-imports'],
  ['app/rpc', '~/kit/form/record-form', 'rpc-imports'],
  ['app/rpc', '~/rpc/embedded/deps', 'rpc-reaches-servers-by-its-transport'],
  ['app/rpc/embedded', '~/condos/screens/condo-columns', 'rpc-embedded-imports'],
  ['app/rpc/embedded', '~/kit/ui/button', 'rpc-embedded-imports'],
  // The floors of the kit.
  ['app/kit/ui', '~/kit/feedback/toast', 'kit-ui-imports'],
  ['app/kit/feedback', '~/kit/form/record-form', 'kit-feedback-imports'],
  ['app/kit/menu', '~/kit/form/record-form', 'kit-menu-imports'],
  ['app/kit/form', '~/kit/table/data-table', 'kit-form-imports'],
  ['app/kit/table', '~/kit/selection/selection', 'kit-table-imports'],
  ['app/kit/selection', '~/kit/list/list-screen', 'kit-selection-imports'],
  ['app/kit/list', '~/kit/keys/rows', 'kit-list-imports'],
  ['app/kit/keys', '~/kit/layout/app-shell', 'kit-keys-imports'],
  // Screens and servers of the rooms.
  ['app/condos', '~/condos/server/repo', 'servers-are-called'],
  ['app/condos/screens', '~/condos/server/repo', 'servers-are-called'],
  ['app/condos/screens', '~/platform/log', 'servers-are-called'],
  ['app/condos/screens', '~/rpc/upstream.server', 'servers-are-called'],
  ['app/condos/screens', '~/users/server/users.repo', 'rooms-are-apart'],
  ['app/condos/screens', '~/imports/rows/row', 'only-imports-reads-files'],
  ['app/dashboard/server', '~/users/server/users.repo', 'dashboard-server-imports'],
  ['app/condos/server', '~/condos/screens/condo-columns', 'servers-see-no-screens'],
  ['app/condos/server', '~/kit/ui/button', 'servers-see-no-screens'],
  ['app/condos/server', '~/imports/rows/row', 'only-imports-reads-files'],
  ['app/condos/server', '~/apartments/server/repo', 'condos-server-imports'],
  ['app/accounts/server', '~/history/server/history', 'accounts-server-imports'],
  ['app/users/server', '~/checks/server/routes', 'users-server-imports'],
  ['app/invitations/server', '~/imports/server/create', 'invitations-server-imports'],
  ['app/imports/server', '~/condos/server/repo', 'imports-server-imports'],
  ['app/routes', '~/condos/server/repo', 'routes-imports'],
  ['app/routes', '~/platform/database/schema/records', 'routes-imports'],
  ['app/routes', '~/rpc/embedded/api-mount.server', 'routes-imports'],
  ['app/routes/api', '~/platform/database/schema/records', 'routes-api-imports'],
  ['app', './platform/database/schema/records', 'entries-stay-outside-the-api'],
  ['app', './condos/server/repo', 'entries-stay-outside-the-api'],
  ['app/condos/screens', '~/router', 'entries-are-not-imported'],
  ['app/condos/screens', '~/routes/-list-route', 'routes-are-on-top'],
  ['app/kit/ui', '../../../tests/support/silent-log', 'app-stands-alone'],
  ['app/kit/ui', '../../../tools/seed/random', 'app-stands-alone'],
  // The tools next to the app.
  ['tools/seed', '../transfer/tables', 'seed-imports'],
  ['tools/transfer', '~/kit/ui/button', 'transfer-imports'],
  ['tools/admin', '~/condos/screens/condo-columns', 'admin-imports'],
  ['tools/verify-api', '~/condos/server/repo', 'verify-api-imports'],
  ['app/fields', '~/fields/no-such-file', 'not-to-unresolvable'],
  ['app/fields', 'fast-check', 'not-to-dev-dependencies'],
];

/** Each violation, with the rule that must name it. */
const PLANTED: ReadonlyArray<readonly [file: string, code: string, rule: string]> = [
  ...WAYS.map(
    (code, index) => [`app/accounts/screens/planted-${index}.ts`, code, 'rooms-are-apart'] as const,
  ),
  ...ARROWS.map(
    ([folder, target, rule], index) =>
      [`${folder}/planted-arrow-${index}.ts`, `import '${target}';`, rule] as const,
  ),
  // The code of a server function, which could go around the API client.
  [
    'app/imports/planted.server.ts',
    `import '~/imports/server/create';`,
    'servers-are-not-embedded',
  ],
  // Seen by tests alone.
  [
    'app/condos/screens/planted-page.tsx',
    `export const Page = () => null;`,
    'screens-have-a-route',
  ],
];
/** Reported at one of its members. */
const CIRCLE = [
  ['app/fields/planted-circle.ts', `import './planted-ring';`],
  ['app/fields/planted-ring.ts', `import './planted-circle';`],
] as const;
/** Imports that the rule must allow. */
const ALLOWED = [
  [
    'app/condos/screens/allowed.ts',
    `import '~/rpc/wire';\nimport './condo-columns';\nimport '~/users/queries';`,
  ],
  [
    'app/invitations/server/allowed.ts',
    `import '~/rpc/embedded/deps';\nimport '~/accounts/server/tokens';\nimport './repo';`,
  ],
  ['tools/seed/allowed.ts', `import '~/platform/database/schema/records';\nimport './random';`],
  ['app/rpc/allowed.ts', `import './errors/error';\nimport '../condos/calls';`],
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
  expect(output).toMatch(/no-circular: app\/fields\/planted-(circle|ring)\.ts/);
  for (const [file] of ALLOWED) expect(output).not.toContain(`${file} ->`);
});

it('fails when it reads nothing, as it would with a compiler it does not know', async () => {
  const config = join(folder, '.dependency-cruiser.cjs');
  await writeFile(config, `module.exports = { options: { exclude: { path: '[.]tsx?$' } } };`);
  const { code, output } = await check();
  expect(code).toBe(1);
  expect(output).toContain('it is blind');
});
