import { join } from 'node:path';
import { mainOnNode24, ROOT } from './lib/project.mjs';

// npm run make:routes: writes app/routeTree.gen.ts from the files of app/routes. Start's Vite plugin writes
// it as soon as the configuration is resolved. The generator alone would leave Start's own types out.
await mainOnNode24(async () => {
  const { resolveConfig } = await import('vite');
  await resolveConfig({ root: ROOT, configFile: join(ROOT, 'app.config.ts') }, 'serve');
  console.log('app/routeTree.gen.ts');
  // nitro's development server, which the configuration starts, would keep the process running.
  process.exit();
});
