import { toolCommand } from './lib/tool-command.mjs';

// npm run backup: an export that is read back and kept for a while, and the drill of a restore; see docs/deploy.md.
await toolCommand('transfer/backup-command.ts');
