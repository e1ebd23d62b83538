import { typescriptCommand } from './lib/typescript-command.mjs';

const controller = new AbortController();

// npm run verify-api -- https://host/api: whether an API conforms to the wire contract (docs/behaviour.md).
await typescriptCommand(import.meta.url, 'tools/verify-api/cli.ts', async ({ runVerifyApi }) => {
  process.once('SIGINT', () => controller.abort());
  process.once('SIGTERM', () => controller.abort());
  const conforms = await runVerifyApi(
    process.argv.slice(2),
    process.env,
    (text) => console.log(text),
    controller.signal,
  );
  process.exitCode = conforms ? 0 : 1;
});
