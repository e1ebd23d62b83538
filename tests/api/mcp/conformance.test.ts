import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { beforeAll, expect, it } from 'vitest';
import { tokenOf } from '../../support/agent';
import { createTestApi, type TestApi } from '../../support/api';
import { serveHttp } from '../../support/http-server';
import { must } from '../../support/must';
import { perFile } from '../../support/opened';

/*
 * The scenarios of the protocol's own suite that need no tools, prompts or resources of theirs, and are about
 * what this server offers: it sends no log messages, has no prompts, completes nothing and keeps no sessions.
 */
const SCENARIOS = [
  'server-initialize',
  'ping',
  'tools-list',
  'resources-list',
  'dns-rebinding-protection',
];

let api: TestApi | undefined;
let token = '';
/** The suite sends no token. */
const server = perFile(() =>
  serveHttp((request) => {
    request.headers.set('authorization', `Bearer ${token}`);
    return must(api, 'API').fetch(request);
  }),
);
beforeAll(async () => {
  const opened = await createTestApi({ settings: { publicUrl: server.url, maxConnections: 5 } });
  api = opened;
  token = await tokenOf(opened, 'propose');
  return () => opened.close();
});

const require = createRequire(import.meta.url);
const SUITE = require.resolve('@modelcontextprotocol/conformance/dist/index.js');

it.each(SCENARIOS)('%s', async (scenario) => {
  const args = [SUITE, 'server', '--url', `${server.url}/api/mcp`, '--scenario', scenario];
  const { code, printed } = await new Promise<{ code: unknown; printed: string }>((resolve) => {
    execFile(process.execPath, args, { timeout: 60_000 }, (error, stdout, stderr) => {
      resolve({ code: error?.code ?? 0, printed: stdout + stderr });
    });
  });
  expect([code, printed]).toEqual([
    0,
    expect.stringMatching(/Passed: [1-9]\d*\/[1-9]\d*, 0 failed/),
  ]);
});
