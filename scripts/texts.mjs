import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { extractTexts, problemsOf } from './lib/texts.ts';
import { main, ROOT } from './lib/project.mjs';

// npm run texts: writes the sources' texts into each catalogue and lists untranslated ones.

const FOLDER = process.argv[2] ?? join(ROOT, 'app', 'language', 'locales');

await main(async () => {
  const texts = extractTexts();
  for (const file of readdirSync(FOLDER).filter((name) => name.endsWith('.json'))) {
    const code = file.replace('.json', '');
    const before = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
    const after = {};
    for (const [english, singular] of [...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
      after[english] = before[english] ?? (singular ? { one: '', other: '' } : '');
    }
    writeFileSync(join(FOLDER, file), `${JSON.stringify(after, null, 2)}\n`);
    for (const problem of problemsOf(after, texts, code)) console.log(`${code}: ${problem}`);
    console.log(`${code}: ${texts.size} texts`);
  }
});
