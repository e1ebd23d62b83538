import { typescriptCommand } from './lib/typescript-command.mjs';

// npm run import-data -- FILE: fills an empty database from such a file, see docs/deploy.md.
await typescriptCommand('tools/transfer/cli.ts', ({ transferCommand }) =>
  transferCommand('import'),
);
