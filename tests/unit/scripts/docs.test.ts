import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../support/production-process';

const FOLDERS = ['app', 'deploy', 'docs', 'public', 'scripts', 'tests', 'tools'];
const TOP_FILES = readdirSync(ROOT, { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map(({ name }) => name);
const FILES = [
  ...TOP_FILES,
  ...FOLDERS.flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map((name) =>
      posix.join(folder, name.replaceAll('\\', '/')),
    ),
  ),
].filter((path) => statSync(join(ROOT, path)).isFile());
/**
 * Every page but the changelog, which names files of earlier releases, and the pages that came with
 * other projects' files.
 */
const PAGES = FILES.filter(
  (path) =>
    path.endsWith('.md') &&
    path !== 'CHANGELOG.md' &&
    !path.startsWith('tests/support/openid-metadata/'),
);
const SOURCES = FILES.filter((path) => /\.(ts|tsx|mjs|css|sql|yml)$|\.env\.example$/.test(path));

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');

/** The anchors of a page's headings, as GitHub makes them. */
function anchors(path: string): string[] {
  return [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

/** A page's text without the blocks that are set in as code. */
const proseOf = (path: string) => read(path).replaceAll(/^(?: {4}|```).*$/gm, '');

test('every link of a page leads to a file, and to a heading that is there', () => {
  const broken = PAGES.flatMap((page) =>
    [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [file = '', anchor] = link.split('#');
      const target = file === '' ? page : posix.join(dirname(page), file);
      const isThere =
        existsSync(join(ROOT, target)) && (!anchor || anchors(target).includes(anchor));
      return isThere ? [] : [`${page}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

const IN_FOLDER = new RegExp(`^(${FOLDERS.join('|')})/`);
/** Paths in a build, which are not in the repository. */
const IN_BUILD = /^\.output\/|^node_modules\//;

test('every path and file name that a page cites is there', () => {
  const names = new Set(FILES.map((path) => posix.basename(path)));
  const missing = PAGES.flatMap((page) =>
    [...proseOf(page).matchAll(/`([\w.$@*/{},-]+)`/g)].flatMap(([, cited = '']) => {
      const isPath = IN_FOLDER.test(cited) || /\/.*\.(tsx?|mjs|md)$/.test(cited);
      const isName = /^[\w-][\w.-]*\.(tsx?|mjs|md)$/.test(cited);
      if (!isPath && !isName) return [];
      const isThere = isPath
        ? globSync(cited.replaceAll('$', '[$]'), { cwd: ROOT }).length > 0
        : names.has(cited);
      return isThere || IN_BUILD.test(cited) ? [] : [`${page}: ${cited}`];
    }),
  );
  expect(missing).toEqual([]);
});

test('every page that a comment cites is there, with the section that it names', () => {
  const decisions = new Set(
    readdirSync(join(ROOT, 'docs/decisions')).map((name) => name.slice(0, 4)),
  );
  const broken = [...SOURCES, ...PAGES].flatMap((path) => {
    const text = read(path);
    const pages = [...text.matchAll(/docs\/[\w/-]+\.md/g)]
      .map(([page]) => page)
      .filter((page) => !existsSync(join(ROOT, page)));
    const sections = [...text.matchAll(/(docs\/[\w/-]+\.md), "([^"\n]+)"/g)]
      .filter(([, page = '', name]) => existsSync(join(ROOT, page)) && !sectionsOf(page).has(name))
      .map(([cited]) => cited);
    const numbers = [...text.matchAll(/(?:docs\/decisions\/|ADRs? )(\d+)/g)]
      .filter(([, number = '']) => !decisions.has(number.padStart(4, '0')))
      .map(([cited]) => cited);
    return [...pages, ...sections, ...numbers].map((cited) => `${path}: ${cited}`);
  });
  expect(broken).toEqual([]);
});

/** Parts of a page that a comment may name: its headings, and the bold words that begin a paragraph. */
function sectionsOf(page: string) {
  const named = /^#+ (.+)$|^(?:- )?\*\*([^*]+?)[.:]?\*\*/gm;
  return new Set([...read(page).matchAll(named)].map(([, heading, bold]) => heading ?? bold));
}

test.each(['docs/behaviour', 'docs/decisions'])(
  'the index of %s names each of its files',
  (folder) => {
    const names = readdirSync(join(ROOT, folder)).filter((name) => name !== 'README.md');
    expect(names.filter((name) => !read(`${folder}/README.md`).includes(`](${name})`))).toEqual([]);
  },
);

test('no line of a page is longer than 160 characters, but in a table or a command', () => {
  const long = PAGES.flatMap((page) =>
    read(page)
      .split('\n')
      .flatMap((line, index) =>
        line.length > 160 && !/^(?:\||    )/.test(line) ? [`${page}:${index + 1}`] : [],
      ),
  );
  expect(long).toEqual([]);
});

test('docs/deploy.md has each setting of .env.example in its table', () => {
  const table = read('docs/deploy.md')
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .join('\n');
  const settings = [...read('.env.example').matchAll(/^#([A-Z\d_]+)=/gm)].map(([, name]) => name);
  expect(settings.length).toBeGreaterThan(40);
  expect(settings.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
