import { typescriptCommand } from './lib/typescript-command.mjs';

// npm run export-data -- FILE: writes a database and its images to a file, see docs/deploy.md.
await typescriptCommand(import.meta.url, 'tools/transfer/cli.ts', ({ runTransfer }) =>
  runTransfer('export', process.argv.slice(2), process.env, (text) => console.log(text)),
);
