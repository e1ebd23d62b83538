import { typescriptCommand } from './lib/typescript-command.mjs';

// npm run backup: an export that is read back and kept for a while, and the drill of a restore; see docs/deploy.md.
await typescriptCommand('tools/transfer/cli.ts', ({ transferCommand }) =>
  transferCommand('backup'),
);
