import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { main, ROOT, ScriptError } from './lib/project.mjs';

// node scripts/size.mjs [DIR] [--write]: prints lines of source code by room, each with its budget in
// scripts/size-budget.json. A room that grew by more than `allowedGrowth` fails. DIR counts another checkout
// without checking it; --write stores today's lines as the budget. A file of code with more than 400 lines
// fails too.

const BUDGET_FILE = join(ROOT, 'scripts', 'size-budget.json');
const FILE_LIMIT_LINES = 400;
const TOP_FOLDERS = ['app', 'tools', 'scripts', 'tests'];
const COUNTED = /\.(ts|tsx|jsx|css|sql|mjs)$/;
const LEFT_OUT = /(^|\/)(node_modules|dist|\.[^/]+)\/|\.gen\.ts$/;
/** Styles and migrations are not counted as code. */
const NOT_CODE = /^app\/.*\.(css|sql)$/;

/** Each source file of a checkout, with its number of lines. Paths have forward slashes. */
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

/** Sums lines by the name that `nameOf` gives a path. Paths without a name are left out. */
function sumBy(sources, nameOf) {
  const sums = {};
  for (const { path, lines } of sources) {
    const name = nameOf(path);
    if (name !== undefined) sums[name] = (sums[name] ?? 0) + lines;
  }
  return sums;
}

function printTable(title, sums, budgets = {}) {
  console.log(`\n${title.padEnd(40)}${'lines'.padStart(8)}${'budget'.padStart(8)}`);
  for (const [name, lines] of Object.entries(sums)) {
    const budget = budgets[name] === undefined ? '' : String(budgets[name]);
    console.log(`${name.padEnd(40)}${String(lines).padStart(8)}${budget.padStart(8)}`);
  }
}

function findGrown(folders, budget) {
  return Object.entries(folders)
    .filter(([name, lines]) => lines > (budget.folders[name] ?? 0) * (1 + budget.allowedGrowth))
    .map(([name, lines]) => `${name} has ${lines} lines; budget ${budget.folders[name] ?? 'none'}`);
}

function findLong(sources) {
  return sources
    .filter(({ path, lines }) => lines > FILE_LIMIT_LINES && !NOT_CODE.test(path))
    .map(({ path, lines }) => `${path} has ${lines} lines; at most ${FILE_LIMIT_LINES}`);
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
  printTable('room', folders, budget.folders);
  printTable('in all', sumBy(sources, topFolderOf));
  const failures = root === ROOT ? [...findLong(sources), ...findGrown(folders, budget)] : [];
  if (failures.length > 0)
    throw new ScriptError(
      `\n${failures.join('\n')}\nDelete first. Growth that is meant: node scripts/size.mjs --write, and say why in the commit.`,
    );
});
