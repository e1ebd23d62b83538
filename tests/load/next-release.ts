import { cp, glob, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { BUILT_ENTRY } from '../support/production-process';

const ENTRIES = '= _journal_default.entries.length;';
const FILE = 'const sql = files[`./migrations/${tag}.sql`];';
const MIGRATION = '-- expand\\nalter table condos add column of_next_release text;';

/** Its time in the journal. It is in the build, as in a release: each start of it has to find the same one. */
const WHEN = Date.now();

/** A copy of the production build with one more migration, below `folder`; its entry. */
export async function makeNextRelease(folder: string): Promise<string> {
  const server = join(folder, 'next-release');
  await cp(dirname(BUILT_ENTRY), server, { recursive: true });
  let changed = 0;
  for await (const name of glob('**/*embedded.server*.mjs', { cwd: server })) {
    const path = join(server, name);
    const text = await readFile(path, 'utf8');
    if (!text.includes(ENTRIES) || !text.includes(FILE)) continue;
    const added = `_journal_default.entries.push({ tag: "next", when: ${WHEN}, breakpoints: true })`;
    const next = text
      .replace(ENTRIES, `= ${added};`)
      .replace(
        FILE,
        `const sql = tag === "next" ? "${MIGRATION}" : files[\`./migrations/\${tag}.sql\`];`,
      );
    await writeFile(path, next);
    changed += 1;
  }
  if (changed === 0) throw new Error('The migrations are not where they were in the build');
  return join(server, 'index.mjs');
}
