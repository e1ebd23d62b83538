import { toolCommand } from './lib/tool-command.mjs';

// npm run export-data -- FILE: writes a database and its images to a file, see docs/deploy.md.
await toolCommand('transfer/export-command.ts');
