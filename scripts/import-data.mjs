import { toolCommand } from './lib/tool-command.mjs';

// npm run import-data -- FILE: fills an empty database from such a file, see docs/deploy.md.
await toolCommand('transfer/import-command.ts');
