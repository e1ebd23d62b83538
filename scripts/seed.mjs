import { toolCommand } from './lib/tool-command.mjs';

// npm run seed: fills the database.
await toolCommand('seed/seed-command.ts');
