import { typescriptCommand } from './lib/typescript-command.mjs';

// npm run import-data -- FILE: fills an empty database from such a file, see docs/deploy.md.
await typescriptCommand(import.meta.url, 'tools/transfer/cli.ts', ({ runTransfer }) =>
  runTransfer('import', process.argv.slice(2), process.env, (text) => console.log(text)),
);
