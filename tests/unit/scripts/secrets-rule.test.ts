import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Each line is a violation. */
const REPORTED = [
  `sent === token;`,
  `token !== stored.token;`,
  `session.tokenHash == hash(sent);`,
  `account.password_hash !== acceptor.passwordHash;`,
  `header === \`Bearer \${token}\`;`,
  `header === 'Bearer ' + token;`,
  `hash(header) === hash(token);`,
  `settings?.metricsToken === sent;`,
  `sent === 'a secret in the code' || secret === 'letmein';`,
  `digest.equals(known.digest);`,
  `header.startsWith(token);`,
];

/** Whether there is a secret, and of what kind or length, is nobody's secret. */
const ALLOWED = [
  `token === null;`,
  `token !== undefined;`,
  `token === '';`,
  `typeof password === 'string';`,
  `password.length === 12;`,
  `secretsEqual(token, sent);`,
  `key !== TOKEN_STORAGE_KEY;`,
];

it('comparing secrets with operators or methods is reported, asking whether there is one is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'condo-admin-lint-'));
  try {
    for (const path of ['.oxlintrc.json', join('scripts', 'lint')]) {
      await cp(join(ROOT, path), join(folder, path), { recursive: true });
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await mkdir(join(folder, 'app'));
    await writeFile(join(folder, 'app', 'planted.ts'), [...REPORTED, ...ALLOWED].join('\n'));
    expect(await reportedLines(folder)).toEqual(REPORTED.map((_line, index) => index + 1));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

/** The lines that break the rule, as the linter's own configuration has it. */
async function reportedLines(folder: string): Promise<number[]> {
  const oxlint = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const output = await new Promise<string>((resolve) => {
    // Ends with 1 where there are violations.
    execFile(
      process.execPath,
      [oxlint, '--format=unix', 'app'],
      { cwd: folder, timeout: 25_000 },
      (_error, text) => {
        resolve(text);
      },
    );
  });
  const found = output.matchAll(/planted\.ts:(\d+):.*secrets\(constant-time\)/g);
  return [...new Set([...found].map(([, line]) => Number(line)))].toSorted((a, b) => a - b);
}
