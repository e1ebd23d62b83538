import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { main, ROOT, ScriptError } from './lib/project.mjs';

// npm run make:localities -- AMTOVZ_CSV_WGS84.csv: the list of Swiss localities, from the official
// file of swisstopo (app/checks/localities/README.md).

const TARGET = join(ROOT, 'app', 'checks', 'localities', 'swiss-localities.txt');

/** Names as people write them: "Buchs" for "Buchs (AG)", "Lausanne" for "Lausanne 25", "Biel". */
function namesOf(official) {
  const name = official
    .replace(/ \(.*\)$/, '')
    .replace(/ [A-Z]{2}$/, '')
    .replace(/ \d+$/, '');
  return name.includes('/') ? [name, ...name.split('/')] : [name];
}

await main(async () => {
  const [path] = process.argv.slice(2);
  if (!path) throw new ScriptError('Which file? npm run make:localities -- AMTOVZ_CSV_WGS84.csv');
  const [head = '', ...lines] = (await readFile(path, 'utf8'))
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/);
  const columnOf = (heading) => {
    const index = head.split(';').indexOf(heading);
    if (index < 0) throw new ScriptError(`${path} has no column ${heading}`);
    return index;
  };
  const [locality, zip, municipality, canton] = [
    'Ortschaftsname',
    'PLZ',
    'Gemeindename',
    'Kantonskürzel',
  ].map(columnOf);
  const namesByKey = new Map();
  for (const cells of lines.map((line) => line.split(';'))) {
    // Liechtenstein's localities have no canton.
    if (!cells[canton]) continue;
    const key = `${cells[zip]} ${cells[canton]}`;
    const names = namesByKey.get(key) ?? { localities: new Set(), municipalities: new Set() };
    namesByKey.set(key, names);
    for (const name of namesOf(cells[locality])) names.localities.add(name);
    for (const name of namesOf(cells[municipality])) names.municipalities.add(name);
  }
  const text = [...namesByKey]
    .map(([key, { localities, municipalities }]) => {
      const others = [...municipalities].filter((name) => !localities.has(name));
      const parts = others.length > 0 ? [localities, others] : [localities];
      return `${key} ${parts.map((names) => [...names].join('|')).join('||')}\n`;
    })
    .toSorted()
    .join('');
  await writeFile(TARGET, text);
  console.log(`${namesByKey.size} lines in ${TARGET}`);
});
