import { typescriptCommand } from './lib/typescript-command.mjs';

// npm run admin: administrators from the terminal, see docs/deploy.md.
await typescriptCommand('tools/admin/cli.ts', ({ runAdmin }) =>
  runAdmin(process.argv.slice(2), process.env, (text) => console.log(text)),
);
