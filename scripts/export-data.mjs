import { typescriptCommand } from './lib/typescript-command.mjs';

// npm run export-data -- FILE: writes a database and its images to a file, see docs/deploy.md.
await typescriptCommand('tools/transfer/cli.ts', ({ transferCommand }) =>
  transferCommand('export'),
);
