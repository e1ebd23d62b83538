import { typescriptCommand } from './lib/typescript-command.mjs';

// npm run verify-api -- https://host/api: whether an API conforms to the wire contract (docs/behaviour.md).
await typescriptCommand('tools/verify-api/cli.ts', async ({ runVerifyApi }) => {
  const conforms = await runVerifyApi(process.argv.slice(2), process.env, (text) =>
    console.log(text),
  );
  process.exitCode = conforms ? 0 : 1;
});
