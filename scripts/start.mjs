import { pathToFileURL } from 'node:url';
import { buildProblem, mainOnNode24, ScriptError, SERVER_ENTRY } from './lib/project.mjs';
import { loadDotenv } from './lib/dotenv.mjs';
import { assertPortIsFree } from './lib/ports.mjs';

// npm start: serves the production build. Settings come from the environment, then from .env.
await mainOnNode24(async () => {
  const problem = buildProblem();
  if (problem !== null) throw new ScriptError(`${problem} Run: npm run build`);
  loadDotenv();
  process.env.NODE_ENV ||= 'production';
  process.env.HOST ||= '127.0.0.1';
  process.env.PORT ||= '3000';
  await assertPortIsFree(process.env.PORT, process.env.HOST);
  await import(pathToFileURL(SERVER_ENTRY).href);
});
