import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findCommit } from '../../../scripts/release';
import { temporaryFolder } from '../../support/opened';

const folder = temporaryFolder();

test('the commit of a build: what it was given, what git says, or unknown', () => {
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    }).trim();
  const file = join(folder, 'file');
  expect(findCommit(folder)).toBe('unknown');
  git('init', '--quiet');
  expect(findCommit(folder)).toBe('unknown');
  writeFileSync(file, 'one');
  git('add', '.');
  git('commit', '--quiet', '-m', 'one');
  git('tag', 'v9.9.9');
  const commit = git('rev-parse', 'HEAD').slice(0, 7);
  expect(findCommit(folder)).toBe(commit);
  writeFileSync(file, 'two');
  expect(findCommit(folder)).toBe(`${commit}-dirty`);

  // An image's sources have no .git, and those of a tarball may lie in somebody else's repository.
  const inside = join(folder, 'tarball');
  mkdirSync(inside);
  cpSync(file, join(inside, 'file'));
  expect(findCommit(inside)).toBe('unknown');
  expect(findCommit(inside, '0123456789abcdef0123456789abcdef01234567')).toBe('0123456');
  for (const given of ['', 'main', '$(id)', '0123456 '])
    expect(findCommit(inside, given)).toBe('unknown');
});
