import { main, run, viteCommand } from './lib/project.mjs';

// npm run dev [-- Vite's arguments]: the development server, which ends with npm.
await main(async () => {
  process.exitCode = await run([...viteCommand('dev'), ...process.argv.slice(2)]);
});
