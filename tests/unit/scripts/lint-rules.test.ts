import { execFile } from 'node:child_process';
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../support/opened';
import { ROOT } from '../../support/production-process';

/** Violations of each rule. */
const REPORTED = {
  'comments(plain)': [
    '/** What the function does. */',
    '/**\n * The same for two.\n */',
    '/** Of its texts. */',
    '/** By default the newest. */',
    '/** One of the two. */',
    '/** All, newest first. */',
    `// A sentence, ${'and another one, '.repeat(6)}`,
  ],
  'secrets(constant-time)': [
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
  ],
  'texts(in-language)': [
    '<p>Nothing found</p>;',
    '<button type="button" aria-label="Close">×</button>;',
    '<img alt="A house" src="/a.png" />;',
  ],
};

const ALLOWED = [
  '/** Whereabouts of the person. */',
  '/** Forms of a word. */',
  '/** In-process calls. */',
  '/** One row per person. */',
  '/** All routes of the API. */',
  `const long = 1; // After code, ${'and another one, '.repeat(6)}`,
  // Whether there is a secret, and of what kind or length, is nobody's secret.
  `token === null;`,
  `token !== undefined;`,
  `token === '';`,
  `typeof password === 'string';`,
  `password.length === 12;`,
  `secretsEqual(token, sent);`,
  `key !== TOKEN_STORAGE_KEY;`,
  '<p>{t`Nothing found`}</p>;',
  '<p>·</p>;',
  '<p className="flex">Condo Admin</p>;',
  '<img alt="" src="/a.png" />;',
];

const folder = temporaryFolder();

it('comments without a subject, comparisons of secrets and words without a language are reported, and nothing else', async () => {
  for (const path of ['.oxlintrc.json', join('scripts', 'lint')]) {
    await cp(join(ROOT, path), join(folder, path), { recursive: true });
  }
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  await mkdir(join(folder, 'app', 'api'), { recursive: true });
  const planted = [...Object.values(REPORTED).flat(), ...ALLOWED];
  const byLine = planted.flatMap((text) => text.split('\n').map(() => text));
  await writeFile(join(folder, 'app', 'api', 'planted.tsx'), planted.join('\n'));
  const output = await lint();
  for (const [rule, reported] of Object.entries(REPORTED)) {
    const reports = output.split('\n').filter((line) => line.includes(rule));
    const numbers = reports.map((line) => Number(/planted\.tsx:(\d+):/.exec(line)?.[1]));
    expect(new Set(numbers.map((number) => byLine[number - 1]))).toEqual(new Set(reported));
  }
});

/**
 * Returns the linter's output with its own configuration. The exit code of 1, which a violation causes,
 * is ignored.
 */
function lint(): Promise<string> {
  const oxlint = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const options = { cwd: folder };
  return new Promise((resolve) => {
    execFile(process.execPath, [oxlint, '--format=unix', 'app'], options, (_error, text) =>
      resolve(text),
    );
  });
}
