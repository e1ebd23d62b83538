import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const TIMEOUT_MS = 60_000;

/** A file that breaks the rule, what it imports, and the rule that must name it. */
const PLANTED: ReadonlyArray<{ file: string; code: string; rule: string }> = [
  // Each way of writing an import.
  {
    file: 'app/features/session/relative.ts',
    code: `import '../condos/condo-columns';`,
    rule: 'features-are-apart',
  },
  {
    file: 'app/features/session/aliased.ts',
    code: `import '~/features/condos/condo-columns';`,
    rule: 'features-are-apart',
  },
  {
    file: 'app/features/session/typed.ts',
    code: `import type { CondoFilters } from '~/features/condos/condo-columns';\nexport type Planted = CondoFilters;`,
    rule: 'features-are-apart',
  },
  {
    file: 'app/features/session/inline-typed.ts',
    code: `export type Planted = import('~/features/condos/condo-columns').CondoFilters;`,
    rule: 'features-are-apart',
  },
  {
    file: 'app/features/session/dynamic.ts',
    code: `void import('~/features/condos/condo-columns');`,
    rule: 'features-are-apart',
  },
  {
    file: 'app/features/session/re-export.ts',
    code: `export * from '../condos/condo-columns';`,
    rule: 'features-are-apart',
  },
  // Each arrow.
  { file: 'app/contract/planted-lib.ts', code: `import '../lib/cn';`, rule: 'contract-imports' },
  {
    file: 'app/contract/planted-package.ts',
    code: `import 'clsx';`,
    rule: 'contract-imports-zod-alone',
  },
  {
    file: 'app/contract/planted-node.ts',
    code: `import 'node:fs';`,
    rule: 'contract-imports-zod-alone',
  },
  { file: 'app/lib/planted.ts', code: `import '~/data/answer';`, rule: 'lib-imports' },
  {
    file: 'app/upstream/planted-data.ts',
    code: `import '~/data/answer';`,
    rule: 'upstream-imports',
  },
  {
    file: 'app/upstream/planted-api.ts',
    code: `import '~/api/db/schema';`,
    rule: 'upstream-imports',
  },
  {
    file: 'app/data/planted-ui.ts',
    code: `import '~/components/ui/button';`,
    rule: 'data-imports',
  },
  { file: 'app/data/planted-api.ts', code: `import '../api/db/schema';`, rule: 'data-imports' },
  {
    file: 'app/components/planted-data.ts',
    code: `import type {} from '~/data/answer';`,
    rule: 'components-imports',
  },
  {
    file: 'app/features/condos/planted-upstream.ts',
    code: `import '~/upstream/error-response';`,
    rule: 'features-imports',
  },
  {
    file: 'app/features/condos/planted-api.ts',
    code: `import type {} from '~/api/db/schema';`,
    rule: 'features-imports',
  },
  // Seen by tests alone.
  {
    file: 'app/features/owners/owners-page.tsx',
    code: `export const OwnersPage = () => null;`,
    rule: 'screens-have-a-route',
  },
  { file: 'app/routes/planted-api.ts', code: `import '~/api/db/schema';`, rule: 'routes-imports' },
  {
    file: 'app/routes/planted-server.ts',
    code: `import '~/server/api-mount.server';`,
    rule: 'routes-imports',
  },
  {
    file: 'app/routes/api/planted-api.ts',
    code: `import '~/api/db/schema';`,
    rule: 'routes-imports',
  },
  { file: 'app/server/planted.ts', code: `import '~/data/answer';`, rule: 'server-imports' },
  { file: 'app/api/planted.ts', code: `import '~/upstream/error-response';`, rule: 'api-imports' },
  // The order inside the API.
  {
    file: 'app/api/http/planted.ts',
    code: `import '../auth/sessions.repo';`,
    rule: 'api-http-imports',
  },
  {
    file: 'app/api/http/planted-deps.ts',
    code: `import '../deps';`,
    rule: 'api-http-imports',
  },
  {
    file: 'app/api/db/planted.ts',
    code: `import '~/api/http/api-error';`,
    rule: 'api-db-imports',
  },
  {
    file: 'app/api/mail/planted.ts',
    code: `import '../invitations/invitations.repo';`,
    rule: 'api-mail-imports',
  },
  {
    file: 'app/api/media/planted.ts',
    code: `import '../condos/condo-images';`,
    rule: 'api-media-imports',
  },
  {
    file: 'app/api/auth/planted.ts',
    code: `import '../users/users.repo';`,
    rule: 'api-auth-imports',
  },
  {
    file: 'app/api/condos/planted.ts',
    code: `import '../apartments/apartments.repo';`,
    rule: 'api-condos-imports',
  },
  {
    file: 'app/api/invitations/planted.ts',
    code: `import '../jobs/mail-worker';`,
    rule: 'api-invitations-imports',
  },
  {
    file: 'app/api/users/planted-top.ts',
    code: `import '../app.server';`,
    rule: 'api-users-imports',
  },
  {
    file: 'app/api/planted-folder/planted.ts',
    code: `import '../db/schema';`,
    rule: 'api-folder-without-arrows',
  },
  { file: 'app/postgres/planted.ts', code: `import '~/api/db/schema';`, rule: 'postgres-imports' },
  {
    file: 'app/postgres/planted-contract.ts',
    code: `import '~/contract/condo';`,
    rule: 'postgres-imports',
  },
  {
    file: 'app/planted-entry.ts',
    code: `import './api/db/schema';`,
    rule: 'entries-stay-outside-the-api',
  },
  {
    file: 'app/features/condos/planted-entry.ts',
    code: `import '~/router';`,
    rule: 'entries-are-not-imported',
  },
  {
    file: 'app/lib/planted-test.ts',
    code: `import '../../tests/support/silent-log';`,
    rule: 'app-stands-alone',
  },
  {
    file: 'app/lib/planted-tool.ts',
    code: `import '../../tools/seed/random';`,
    rule: 'app-stands-alone',
  },
  // The tools next to the app.
  {
    file: 'tools/seed/planted-tool.ts',
    code: `import '../transfer/tables';`,
    rule: 'seed-imports',
  },
  {
    file: 'tools/transfer/planted-ui.ts',
    code: `import '~/components/ui/button';`,
    rule: 'transfer-imports',
  },
  {
    file: 'tools/verify-api/planted-api.ts',
    code: `import '~/api/db/schema';`,
    rule: 'verify-api-imports',
  },
  {
    file: 'app/lib/planted-nothing.ts',
    code: `import '~/lib/no-such-file';`,
    rule: 'not-to-unresolvable',
  },
  { file: 'app/lib/planted-dev.ts', code: `import 'fast-check';`, rule: 'not-to-dev-dependencies' },
];
/** Reported at one of its members. */
const CIRCLE = [
  { file: 'app/lib/planted-circle.ts', code: `import './planted-ring';` },
  { file: 'app/lib/planted-ring.ts', code: `import './planted-circle';` },
];
/** What the rule must leave alone. */
const ALLOWED: ReadonlyArray<{ file: string; code: string }> = [
  {
    file: 'app/features/condos/allowed.ts',
    code: `import '~/data/answer';\nimport './condo-columns';`,
  },
  {
    file: 'app/api/acceptance/allowed.ts',
    code: `import '../deps';\nimport '../auth/tokens';\nimport '../invitations/links.repo';`,
  },
  { file: 'tools/seed/allowed.ts', code: `import '~/api/db/schema';\nimport './random';` },
  {
    file: 'app/data/allowed.ts',
    code: `import '~/upstream/error-response';\nimport '../contract/condo';`,
  },
];

let folder = '';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'import-rule-'));
  for (const name of [
    'app',
    'tools',
    'tests/support',
    '.dependency-cruiser.cjs',
    'tsconfig.json',
    'package.json',
  ]) {
    await cp(join(ROOT, name), join(folder, name), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
}, TIMEOUT_MS);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the check as npm does, on another folder. */
function check(): Promise<{ code: number; output: string }> {
  const script = join(ROOT, 'scripts', 'check-imports.mjs');
  return new Promise((resolve) => {
    execFile(process.execPath, [script, folder], (error, stdout, stderr) =>
      resolve({ code: error ? 1 : 0, output: stdout + stderr }),
    );
  });
}

it(
  'fails on every kind of planted violation, and on nothing else',
  { timeout: TIMEOUT_MS },
  async () => {
    for (const { file, code } of [...PLANTED, ...CIRCLE, ...ALLOWED]) {
      const path = join(folder, file);
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, `${code}\nexport {};\n`);
    }
    const { code, output } = await check();
    expect(code).toBe(1);
    for (const { file, rule } of PLANTED) expect(output).toContain(`${rule}: ${file} -> `);
    expect(output).toMatch(/no-circular: app\/lib\/planted-(circle|ring)\.ts/);
    for (const { file } of ALLOWED) expect(output).not.toContain(`${file} ->`);
  },
);

it(
  'fails when it reads nothing, as it would with a compiler it does not know',
  { timeout: TIMEOUT_MS },
  async () => {
    const config = join(folder, '.dependency-cruiser.cjs');
    await writeFile(config, `module.exports = { options: { exclude: { path: '[.]tsx?$' } } };`);
    const { code, output } = await check();
    expect(code).toBe(1);
    expect(output).toContain('it is blind');
  },
);
