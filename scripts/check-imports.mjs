import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { main, ROOT, ScriptError } from './lib/project.mjs';

// npm run check:imports [-- folder]: the import rule of .dependency-cruiser.cjs over app/ and tools/.

const FOLDERS = ['app', 'tools'];

/**
 * Checks that every source file was read, and that there are at least as many imports as files. With an
 * unsupported compiler dependency-cruiser reads no TypeScript and finds no violations.
 */
function assertEverythingWasRead(output, sources) {
  const read = output.modules.filter(({ source }) =>
    FOLDERS.some((folder) => source.startsWith(`${folder}/`)),
  );
  const imports = read.reduce((sum, { dependencies }) => sum + dependencies.length, 0);
  if (sources.length === 0 || read.length < sources.length || imports < sources.length) {
    throw new ScriptError(
      `The import rule saw ${read.length} of ${sources.length} modules and ${imports} imports: it is blind.`,
    );
  }
  return `${read.length} modules, ${imports} imports`;
}

await main(async () => {
  const root = resolve(process.argv[2] ?? ROOT);
  process.chdir(root);
  const sources = FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name),
  );
  // Imported here, since this file is also loaded where nothing is installed.
  const { cruise } = await import('dependency-cruiser');
  const { default: extractConfig } =
    await import('dependency-cruiser/config-utl/extract-depcruise-config');
  const { default: extractTsConfig } =
    await import('dependency-cruiser/config-utl/extract-ts-config');
  const { options, ...ruleSet } = await extractConfig(join(root, '.dependency-cruiser.cjs'));
  const { output } = await cruise(
    FOLDERS,
    { ...options, ruleSet, validate: true, baseDir: root },
    undefined,
    { tsConfig: extractTsConfig(join(root, 'tsconfig.json')) },
  );
  const size = assertEverythingWasRead(output, sources);
  for (const { rule, from, to } of output.summary.violations) {
    console.error(`${rule.name}: ${from} -> ${to}`);
  }
  const count = output.summary.violations.length;
  if (count > 0) throw new ScriptError(`The import rule is broken ${count} times (${size}).`);
  console.log(`The import rule holds (${size}).`);
});
