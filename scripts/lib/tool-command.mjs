import { loadDotenv } from './dotenv.mjs';
import { importTypeScript } from './import-typescript.mjs';
import { mainOnNode24 } from './project.mjs';

/** Runs a command of tools/, with the settings of .env where the environment does not have them. */
export function toolCommand(file) {
  return mainOnNode24(async () => {
    loadDotenv();
    await importTypeScript(`tools/${file}`);
  });
}
