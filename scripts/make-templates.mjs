import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './lib/project.mjs';
import { typescriptCommand } from './lib/typescript-command.mjs';

// npm run make:templates: writes the static CSV templates in public/ from the import columns.
await typescriptCommand('app/contract/bulk-template.ts', (templates) => {
  for (const [type, file] of Object.entries(templates.TEMPLATE_FILES)) {
    writeFileSync(join(ROOT, 'public', file), templates.csvTemplate(type));
    console.log(`public/${file}`);
  }
});
