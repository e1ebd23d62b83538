import { toolCommand } from './lib/tool-command.mjs';

// npm run verify-api -- https://host/api: whether an API conforms to the wire contract (docs/behaviour.md).
await toolCommand('verify-api/verify-command.ts');
