import { expect, test } from '@playwright/test';
import { ownServers } from './support/own-server';
import { freePort } from './support/server-process';
import { expectStartFailure } from './support/start-failure';

// Mostly waiting: a file of its own, so that other tests run meanwhile.

/** The clock of a process that runs ten times as fast; its pauses stay as long as they are. */
const FAST_CLOCK =
  '--import=data:text/javascript,const{now}=Date,start=now();Date.now=()=>start+10*(now()-start)';

const servers = ownServers();

test('a database that does not answer: exit code 69 after half a minute', async () => {
  const hopeful = await servers.spawn(await servers.newDataDir(), {
    DATABASE_URL: `postgres://a:top-secret@127.0.0.1:${await freePort()}/x`,
    NODE_OPTIONS: FAST_CLOCK,
  });
  await expectStartFailure(hopeful, 69, /127\.0\.0\.1.* cannot be reached.*ECONNREFUSED/);
  const times = hopeful.logLines().map(({ time }) => Number(time));
  expect(Math.max(...times) - Math.min(...times)).toBeGreaterThan(20_000);
});
