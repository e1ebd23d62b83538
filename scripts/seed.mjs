import { typescriptCommand } from './lib/typescript-command.mjs';

// npm run seed: fills the database.
await typescriptCommand('tools/seed/cli.ts', ({ runSeed }) =>
  runSeed(process.argv.slice(2), process.env, (text) => console.log(text)),
);
