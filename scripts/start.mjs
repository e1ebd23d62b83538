import { pathToFileURL } from 'node:url';
import { existsSync } from 'node:fs';
import {
  endWithNpm,
  findNode,
  isNewEnough,
  main,
  run,
  ScriptError,
  SERVER_ENTRY,
} from './lib/project.mjs';
import { loadDotenv } from './lib/dotenv.mjs';
import { assertPortIsFree } from './lib/ports.mjs';

// npm start: serves the production build. Settings come from the environment, then from .env.
await main(async () => {
  endWithNpm();
  if (!existsSync(SERVER_ENTRY)) throw new ScriptError('There is no build yet. Run: npm run build');
  loadDotenv();
  process.env.NODE_ENV ||= 'production';
  process.env.HOST ||= '127.0.0.1';
  process.env.PORT ||= '3000';
  await assertPortIsFree(process.env.PORT, process.env.HOST);
  if (isNewEnough(process.versions.node)) await import(pathToFileURL(SERVER_ENTRY).href);
  else process.exitCode = await run([findNode(), SERVER_ENTRY]);
});
