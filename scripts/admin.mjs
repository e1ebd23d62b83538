import { toolCommand } from './lib/tool-command.mjs';

// npm run admin: administrators from the terminal, see docs/deploy.md.
await toolCommand('admin/admin-command.ts');
