import { fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AdminApi } from '../e2e/support/admin-api';
import { temporaryDataDir } from '../e2e/support/server-process';
import { peakMemory, startProduction } from '../support/production-panel';
import { Calls, type Phase } from './api-client';
import { Client, Written } from './client';
import { makeNextRelease } from './next-release';
import { breakHistory, verify, verifyHistory } from './verify';

const MINUTES = Number(process.env.LOAD_MINUTES ?? 5);
const CLIENTS = 16;
const KILL_EVERY_MS = 30_000;
/** Calls that were in progress at the moment of a kill may still fail this long after the new server's first response. */
const SETTLE_MS = 1_000;
/** How much an attacker may cost those who are signed in, and the server's own process. */
const P99_RATIO = 2;
const MORE_MEMORY_MIB = 200;
/** The attacker's sign-ins come from an address each. */
const SETTINGS = { TRUSTED_PROXIES: '1' };

/**
 * The two rounds between one kill and the next. Each phase comes first in two stretches of four, so that both kinds of
 * kill meet both phases, and both have as many rounds on a server that has just started.
 */
function roundsAfter(kills: number): readonly Phase[] {
  return Math.floor(kills / 2) % 2 === 0 ? ['quiet', 'attacked'] : ['attacked', 'quiet'];
}

/** The process of the embedded database. */
async function databasePid(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}

test(`${CLIENTS} clients for ${MINUTES} minutes, a kill every ${KILL_EVERY_MS / 1000} s, an upgrade in the middle`, async () => {
  const { dataDir, remove } = await temporaryDataDir();
  const nextRelease = await makeNextRelease(dirname(dataDir));
  let entry: string | undefined;
  let server = await startProduction(dataDir, { settings: SETTINGS });
  const { url, port } = server;
  const attacker = fork(new URL('./attacker.ts', import.meta.url), [url]);
  try {
    const calls = new Calls(url, (await AdminApi.signIn(url)).session.token);
    const memory: Record<Phase, number> = { quiet: 0, attacked: 0 };
    const runRounds = async (kills: number, ms: number) => {
      for (const [index, phase] of roundsAfter(kills).entries()) {
        calls.round = { phase };
        attacker.send(phase === 'attacked' ? 'attack' : 'rest');
        await sleep(ms / 2);
        const peak = await peakMemory(server.pid);
        // It is the largest that this process has ever had: after an attack, that of the attack.
        if (phase === 'attacked' || index === 0) memory[phase] = Math.max(memory[phase], peak);
      }
    };
    const written = new Written();
    const began = performance.now();
    const untilEnd = () => began + MINUTES * 60_000 - performance.now();
    const isOver = () => untilEnd() < 0;
    const work = Array.from({ length: CLIENTS }, (_, number) => {
      const client = new Client(calls, written, number);
      return number === 0 ? client.importAll(isOver) : client.mix(isOver);
    });
    let kills = 0;
    for (;;) {
      const isLast = untilEnd() <= KILL_EVERY_MS;
      await runRounds(kills, Math.max(0, Math.min(KILL_EVERY_MS, untilEnd())));
      if (isLast) break;
      const outage = { from: performance.now(), until: Number.POSITIVE_INFINITY };
      calls.outages.push(outage);
      kills += 1;
      // Every second time the database goes in the same moment, as by a power cut: what was acknowledged must be on the disk.
      if (kills % 2 === 0) process.kill(await databasePid(dataDir), 'SIGKILL');
      await server.close({ signal: 'SIGKILL' });
      if (untilEnd() < MINUTES * 30_000 + SETTLE_MS) entry = nextRelease;
      server = await startProduction(dataDir, { entry, port, settings: SETTINGS });
      outage.until = performance.now() + SETTLE_MS;
      const away = ((performance.now() - outage.from) / 1000).toFixed(1);
      console.log(`kill ${kills}: away for ${away} s${entry ? ', upgraded' : ''}`);
    }
    await Promise.all(work);
    attacker.send('rest');
    console.table(calls.table((performance.now() - began) / 1000));
    const [quiet, attacked] = [calls.p99Of('quiet'), calls.p99Of('attacked')];
    console.log('p99 in ms', { quiet, attacked }, 'memory in MiB', memory);
    await verify(calls, written);
    const entries = await verifyHistory(calls, written);
    const { failures, interrupted } = calls;
    console.log({ writes: written.acknowledged.size, entries, kills, interrupted, failures });
    expect(entry).toBe(nextRelease);
    expect(written.imports.size).toBeGreaterThan(0);
    expect(written.images.size).toBeGreaterThan(0);
    expect(entries).toBeGreaterThan(written.acknowledged.size);
    expect(failures).toEqual([]);
    // And a history that lacks an entry, or has one too many, does not pass.
    const broken = await breakHistory(dataDir, written);
    await verifyHistory(calls, written);
    expect(failures).toEqual(broken);
    expect(attacked).toBeGreaterThan(0);
    expect(attacked / quiet).toBeLessThanOrEqual(P99_RATIO);
    expect(memory.attacked - memory.quiet).toBeLessThanOrEqual(MORE_MEMORY_MIB);
  } finally {
    attacker.disconnect();
    await server.close({ killAfterMs: 20_000 });
    await remove();
  }
});
