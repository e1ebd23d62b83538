import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { main, ROOT, ScriptError } from './lib/project.mjs';

// node scripts/release-notes.mjs v1.2.3: prints this release's section of CHANGELOG.md, or fails.
await main(() => {
  const [tag = ''] = process.argv.slice(2);
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  if (tag !== `v${version}`) throw new ScriptError(`package.json says ${version}, not ${tag}.`);
  const sections = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const section = sections.find((text) => text.split(/\s/, 1)[0] === version);
  if (!section) throw new ScriptError(`CHANGELOG.md has no section ${version}.`);
  process.stdout.write(section.slice(section.indexOf('\n')).trimStart());
});
