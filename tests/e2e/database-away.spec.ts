import { expect, test } from '@playwright/test';
import { ownServers } from './support/own-server';
import { freePort } from './support/server-process';
import { expectStartFailure } from './support/start-failure';

// This test mostly waits, so it has its own file and runs beside others.

/** Makes the clock of a process run ten times as fast. Its pauses stay as long as they are. */
const FAST_CLOCK =
  '--import=data:text/javascript,const{now}=Date,start=now();Date.now=()=>start+10*(now()-start)';

const servers = ownServers();

test('a database that does not answer: exit code 69 after half a minute', async () => {
  const waitingServer = await servers.spawn(await servers.newDataDir(), {
    DATABASE_URL: `postgres://a:top-secret@127.0.0.1:${await freePort()}/x`,
    NODE_OPTIONS: FAST_CLOCK,
  });
  await expectStartFailure(waitingServer, 69, /127\.0\.0\.1.* cannot be reached.*ECONNREFUSED/);
  const times = waitingServer.logLines().map(({ time }) => Number(time));
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(20_000);
});
