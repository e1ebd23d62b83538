import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import {
  endProcess,
  freePort,
  plainEnvironment,
  spawnProduction,
  waitUntilAnswers,
} from '../support/production-process';
import { peakMemory } from '../bench/process-memory';
import { median } from '../bench/report';
import { must } from '../support/must';
import { Calls, field, p99Of, type Phase } from './api-client';
import { breakHistory } from './break-history';
import { Client, nothingWritten } from './client';
import { makeNextRelease } from './next-release';
import { verify } from './verify';
import { verifyHistory } from './verify-history';

const MINUTES = Number(process.env.LOAD_MINUTES ?? 5);
const CLIENTS = 16;
const KILL_EVERY_MS = 30_000;
/** Calls that were in progress at the moment of a kill may still fail this long after the new server's first response. */
const SETTLE_MS = 1_000;
/** How much an attacker may cost those who are signed in, and the server's own process. */
const P99_RATIO = 2;
const CALLS_FOR_P99 = 100;
const MORE_MEMORY_MIB = 200;
const ADMIN = { email: 'admin@example.com', password: 'a password for tests' };

/**
 * The two rounds between one kill and the next. Each phase comes first in two stretches of four, so that both kinds of
 * kill meet both phases, and both have as many rounds on a server that has just started.
 */
function roundsAfter(kills: number): readonly Phase[] {
  return Math.floor(kills / 2) % 2 === 0 ? ['quiet', 'attacked'] : ['attacked', 'quiet'];
}

/** The median of the rounds' p99: seconds in which the machine was busy with other work decide nothing. */
function p99OfRounds(rounds: readonly number[][]): number {
  return median(rounds.filter(({ length }) => length >= CALLS_FOR_P99).map(p99Of));
}

/** The process of the embedded database. */
async function databasePid(dataDir: string): Promise<number> {
  const file = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  return Number.parseInt(await readFile(file, 'utf8'), 10);
}

test(`${CLIENTS} clients for ${MINUTES} minutes, a kill every ${KILL_EVERY_MS / 1000} s, an upgrade in the middle`, async () => {
  const folder = await mkdtemp(join(tmpdir(), 'condo-admin-load-'));
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'data');
  const port = await freePort();
  const calls = new Calls(`http://127.0.0.1:${port}`);
  let child: ChildProcess | undefined;
  const attacker = fork(new URL('./attacker.ts', import.meta.url), [calls.url]);
  const memory: Record<Phase, number> = { quiet: 0, attacked: 0 };
  const runRounds = async (kills: number, ms: number) => {
    for (const [index, phase] of roundsAfter(kills).entries()) {
      calls.begin(phase);
      attacker.send(phase === 'attacked' ? 'attack' : 'rest');
      const pid = must(child?.pid, 'server process');
      await sleep(ms / 2);
      const server = await peakMemory(pid);
      // It is the largest that this process has ever had: after an attack, that of the attack.
      if (phase === 'attacked' || index === 0) memory[phase] = Math.max(memory[phase], server);
    }
  };
  const nextRelease = await makeNextRelease(folder);
  let entry: string | undefined;
  const start = async () => {
    child = spawnProduction({
      port,
      entry,
      stdio: ['ignore', 'ignore', 'ignore'],
      env: {
        ...plainEnvironment(),
        PUBLIC_URL: calls.url,
        DATA_DIR: dataDir,
        ADMIN_EMAIL: ADMIN.email,
        ADMIN_PASSWORD: ADMIN.password,
        // The attacker's sign-ins come from an address each.
        TRUSTED_PROXIES: '1',
      },
    });
    await waitUntilAnswers(child, `${calls.url}/readyz`);
  };
  try {
    await start();
    const login = { method: 'POST', body: { username: ADMIN.email, password: ADMIN.password } };
    const session = await calls.send('login', '/api/auth/login', login);
    calls.token = String(field(session.body, 'access_token'));

    const written = nothingWritten();
    const began = Date.now();
    const isOver = () => Date.now() - began > MINUTES * 60_000;
    const work = Array.from({ length: CLIENTS }, (_, number) => {
      const client = new Client(calls, written, number);
      return number === 0 ? client.importAll(isOver) : client.mix(isOver);
    });
    let kills = 0;
    for (;;) {
      const untilEnd = began + MINUTES * 60_000 - Date.now();
      await runRounds(kills, Math.max(0, Math.min(KILL_EVERY_MS, untilEnd)));
      if (isOver() || untilEnd <= KILL_EVERY_MS) break;
      const outage = { from: Date.now(), until: Number.POSITIVE_INFINITY };
      calls.outages.push(outage);
      kills += 1;
      // Every second time the database goes in the same moment, as by a power cut: what was acknowledged must be on the disk.
      if (kills % 2 === 0) process.kill(await databasePid(dataDir), 'SIGKILL');
      if (child) await endProcess(child, { signal: 'SIGKILL' });
      const isUpgrade = entry === undefined && Date.now() - began > MINUTES * 30_000 - SETTLE_MS;
      if (isUpgrade) entry = nextRelease;
      await start();
      outage.until = Date.now() + SETTLE_MS;
      const away = ((Date.now() - outage.from) / 1000).toFixed(1);
      console.log(`kill ${kills}${isUpgrade ? ' with an upgrade' : ''}: away for ${away} s`);
    }
    await Promise.all(work);
    const seconds = (Date.now() - began) / 1000;
    attacker.send('rest');
    console.log(calls.table(seconds));
    const quiet = p99OfRounds(calls.rounds.quiet);
    const attacked = p99OfRounds(calls.rounds.attacked);
    attacker.send('report');
    console.log('attacks by answer:', (await once(attacker, 'message')).at(0));
    console.log(
      `p99 while attacked ${attacked.toFixed(0)} ms, quiet ${quiet.toFixed(0)} ms: ${(attacked / quiet).toFixed(2)}; ` +
        `memory ${memory.attacked.toFixed(0)} MiB and ${memory.quiet.toFixed(0)} MiB`,
    );
    await verify(calls, written);
    const entries = await verifyHistory(calls, written);
    const { condos, apartments, invitations, images, imports } = written;
    console.log(
      `verified: ${condos.entries.size} buildings, ${apartments.entries.size} apartments, ` +
        `${invitations.size} invitations, ${images.size} pictures, ${imports.size} imports, ${entries} entries of the history; ` +
        `${kills} kills, ${calls.lost} calls without an answer and ${calls.serverErrors} 5xx; ` +
        `${calls.failures.length} failures`,
    );
    expect(entry).toBe(nextRelease);
    expect(imports.size).toBeGreaterThan(0);
    expect(images.size).toBeGreaterThan(0);
    expect(entries).toBeGreaterThan(written.log.acknowledged.size);
    expect(calls.failures).toEqual([]);
    // And a history that lacks an entry, or has one too many, does not pass.
    const broken = await breakHistory(dataDir, written.log.acknowledged);
    await verifyHistory(calls, written);
    expect(calls.failures).toEqual(broken);
    expect(attacked).toBeGreaterThan(0);
    expect(attacked / quiet).toBeLessThanOrEqual(P99_RATIO);
    expect(memory.attacked - memory.quiet).toBeLessThanOrEqual(MORE_MEMORY_MIB);
  } finally {
    attacker.disconnect();
    if (child) await endProcess(child, { killAfterMs: 20_000 });
    await rm(folder, { recursive: true, force: true });
  }
});
