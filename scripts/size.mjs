import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { main, ROOT, ScriptError } from './lib/project.mjs';

// node scripts/size.mjs [DIR] [--write]: prints lines of source code by folder and by capability, each with
// its budget. scripts/size-budget.json has the lines that each folder may have and the paths of each
// capability. A file counts for the first capability with a matching pattern. A folder that grew by more than
// `allowedGrowth` fails, and so does a pattern without a file. DIR counts another checkout without checking
// it; --write stores today's lines as the budget.

const BUDGET_FILE = join(ROOT, 'scripts', 'size-budget.json');
const TOP_FOLDERS = ['app', 'tools', 'scripts', 'tests'];
const COUNTED = /\.(ts|tsx|css|sql|mjs)$/;
const LEFT_OUT = /(^|\/)(node_modules|dist|\.[^/]+)\/|\.gen\.ts$/;
/** Styles and migrations are not counted as code. */
const NOT_CODE = /^app\/.*\.(css|sql)$/;
const OTHER = 'other';

/** Each source file of a checkout: its path with forward slashes and its lines. */
function readSources(root) {
  return TOP_FOLDERS.filter((folder) => existsSync(join(root, folder))).flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
      .filter((path) => COUNTED.test(path) && !LEFT_OUT.test(path))
      .toSorted()
      .map((path) => ({ path, lines: countLines(join(root, path)) })),
  );
}

function countLines(file) {
  return readFileSync(file, 'utf8').split('\n').length - 1;
}

/** `app/condos`, or `app` for a file that is directly in it. */
function folderOf(path) {
  if (NOT_CODE.test(path)) return 'styles, migrations';
  const parts = path.split('/');
  return ['app', 'tests'].includes(parts[0]) && parts.length > 2
    ? `${parts[0]}/${parts[1]}`
    : parts[0];
}

function topFolderOf(path) {
  return NOT_CODE.test(path) ? undefined : path.split('/')[0];
}

/** Lines by the name that `nameOf` gives a path, `names` first; a path without a name is left out. */
function sumBy(sources, nameOf, names = []) {
  const sums = Object.fromEntries(names.map((name) => [name, 0]));
  for (const { path, lines } of sources) {
    const name = nameOf(path);
    if (name !== undefined) sums[name] = (sums[name] ?? 0) + lines;
  }
  return sums;
}

function capabilityNamer(capabilities) {
  const patterns = Object.entries(capabilities).map(([name, paths]) => [
    name,
    new RegExp(paths.join('|')),
  ]);
  return (path) => {
    if (NOT_CODE.test(path) || !/^(app|tools)\//.test(path)) return undefined;
    return patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? OTHER;
  };
}

function printTable(title, sums, budgets = {}) {
  console.log(`\n${title.padEnd(40)}${'lines'.padStart(8)}${'budget'.padStart(8)}`);
  for (const [name, lines] of Object.entries(sums)) {
    const budget = budgets[name] === undefined ? '' : String(budgets[name]);
    console.log(`${name.padEnd(40)}${String(lines).padStart(8)}${budget.padStart(8)}`);
  }
}

function findFaults(sources, folders, budget) {
  const grown = Object.entries(folders)
    .filter(([name, lines]) => lines > (budget.folders[name] ?? 0) * (1 + budget.allowedGrowth))
    .map(([name, lines]) => `${name} has ${lines} lines; budget ${budget.folders[name] ?? 'none'}`);
  const unused = Object.entries(budget.capabilities).flatMap(([name, patterns]) =>
    patterns
      .filter((pattern) => !sources.some(({ path }) => new RegExp(pattern).test(path)))
      .map((pattern) => `${name}: no file matches ${pattern}`),
  );
  return [...grown, ...unused];
}

await main(() => {
  const options = process.argv.slice(2);
  const root = options.find((option) => !option.startsWith('-')) ?? ROOT;
  const budget = JSON.parse(readFileSync(BUDGET_FILE, 'utf8'));
  const sources = readSources(root);
  const folders = sumBy(sources, folderOf);
  if (options.includes('--write')) {
    budget.folders = folders;
    writeFileSync(BUDGET_FILE, `${JSON.stringify(budget, null, 2)}\n`);
  }
  const { capabilities } = budget;
  printTable(
    'capability',
    sumBy(sources, capabilityNamer(capabilities), Object.keys(capabilities)),
  );
  printTable('folder', folders, budget.folders);
  printTable('in all', sumBy(sources, topFolderOf));
  const faults = root === ROOT ? findFaults(sources, folders, budget) : [];
  if (faults.length > 0)
    throw new ScriptError(
      `\n${faults.join('\n')}\nDelete first. Growth that is meant: node scripts/size.mjs --write, and say why in the commit.`,
    );
});
