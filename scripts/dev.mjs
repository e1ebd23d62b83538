import { endWithNpm, main, run, viteCommand } from './lib/project.mjs';

// npm run dev [-- Vite's arguments]: the development server, which ends with npm.
await main(async () => {
  endWithNpm();
  process.exitCode = await run([...viteCommand('dev'), ...process.argv.slice(2)]);
});
