import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { importTypeScript } from './lib/import-typescript.mjs';
import { mainOnNode24, ROOT } from './lib/project.mjs';

// npm run make:templates: writes the static CSV templates in public/ from the import columns.
await mainOnNode24(async () => {
  const templates = await importTypeScript('app/imports/bulk-template.ts');
  for (const [type, file] of Object.entries(templates.TEMPLATE_FILES)) {
    writeFileSync(join(ROOT, 'public', file), templates.csvTemplate(type));
    console.log(`public/${file}`);
  }
});
