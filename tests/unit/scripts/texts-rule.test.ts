import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');

/** Each line is a violation. */
const REPORTED = [
  '<p>Nothing found</p>;',
  '<button type="button" aria-label="Close">×</button>;',
  '<img alt="A house" src="/a.png" />;',
];
const ALLOWED = [
  '<p>{t`Nothing found`}</p>;',
  '<p>·</p>;',
  '<p className="flex">Condo Admin</p>;',
  '<img alt="" src="/a.png" />;',
];

it('words between elements and in what is read out are reported, unless they go through the language', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'condo-admin-lint-'));
  try {
    for (const path of ['.oxlintrc.json', join('scripts', 'lint')]) {
      await cp(join(ROOT, path), join(folder, path), { recursive: true });
    }
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
    await mkdir(join(folder, 'app'));
    const lines = [...REPORTED, ...ALLOWED];
    await writeFile(join(folder, 'app', 'planted.tsx'), lines.join('\n'));
    const output = await lint(folder);
    const found = output.matchAll(/planted\.tsx:(\d+):\d+.*texts\(in-language\)/g);
    expect([...found].map(([, line]) => Number(line))).toEqual(REPORTED.map((_, at) => at + 1));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

function lint(folder: string): Promise<string> {
  const oxlint = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const options = { cwd: folder, timeout: 25_000 };
  return new Promise((resolve) => {
    // Ends with 1 where there are violations.
    execFile(process.execPath, [oxlint, '--format=unix', 'app'], options, (_error, text) =>
      resolve(text),
    );
  });
}
