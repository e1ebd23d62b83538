import { loadDotenv } from './lib/dotenv.mjs';
import { importTypeScript } from './lib/import-typescript.mjs';
import { mainOnNode24 } from './lib/project.mjs';

// node scripts/tool.mjs COMMAND [arguments]: runs a command of tools/, with settings of the environment, then
// of .env. `npm run seed`, `admin`, `export-data`, `import-data`, `backup` and `verify-api` are such commands
// (docs/deploy.md, docs/behaviour/administrators.md).
await mainOnNode24(async () => {
  const [file] = process.argv.splice(2, 1);
  loadDotenv();
  await importTypeScript(`tools/${file}`);
});
