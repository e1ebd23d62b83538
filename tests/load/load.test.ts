import { fork } from 'node:child_process';
import { cp, glob, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { AdminApi } from '../e2e/support/admin-api';
import { temporaryDataDir } from '../e2e/support/server-process';
import { serverPid } from '../api/postgres/harness';
import { peakMemory, startProduction } from '../support/production-panel';
import { BUILT_ENTRY } from '../support/production-process';
import { Calls, type Phase } from './api-client';
import { Client, Written } from './client';
import { breakHistory, verify, verifyHistory } from './verify';

const MINUTES = Number(process.env.LOAD_MINUTES ?? 5);
const CLIENTS = 16;
const KILL_EVERY_MS = 30_000;
/** Time after the new server's first response in which calls from before the kill may still fail. */
const SETTLE_MS = 1_000;
/** Limits of what an attacker costs: the clients' p99 by its ratio, and the server's memory. */
const P99_RATIO = 2;
const MORE_MEMORY_MIB = 200;
/** Settings by which each of the attacker's sign-ins has an address. */
const SETTINGS = { TRUSTED_PROXIES: '1' };

/**
 * Two rounds between one kill and the next. Each phase is first in two stretches of four. So both kinds of
 * kill meet both phases, and both phases have as many rounds on a server that has just started.
 */
function roundsAfter(kills: number): readonly Phase[] {
  return Math.floor(kills / 2) % 2 === 0 ? ['quiet', 'attacked'] : ['attacked', 'quiet'];
}

const ENTRIES = '= _journal_default.entries.length;';
const FILE = 'const sql = files[`./migrations/${tag}.sql`];';
const MIGRATION = '-- expand\\nalter table condos add column of_next_release text;';

/** Time of the migration in the journal. It is in the build, so that each start has the same one. */
const WHEN = Date.now();

/** Copies the production build into `folder` and adds a migration. Resolves to the copy's entry. */
async function makeNextRelease(folder: string): Promise<string> {
  const server = join(folder, 'next-release');
  await cp(dirname(BUILT_ENTRY), server, { recursive: true });
  for await (const name of glob('**/*embedded.server*.mjs', { cwd: server })) {
    const path = join(server, name);
    const text = await readFile(path, 'utf8');
    if (!text.includes(ENTRIES) || !text.includes(FILE)) continue;
    const added = `_journal_default.entries.push({ tag: "next", when: ${WHEN}, breakpoints: true })`;
    const next = text
      .replace(ENTRIES, `= ${added};`)
      .replace(
        FILE,
        `const sql = tag === "next" ? "${MIGRATION}" : files[\`./migrations/\${tag}.sql\`];`,
      );
    await writeFile(path, next);
    return join(server, 'index.mjs');
  }
  throw new Error('The migrations are not where they were in the build');
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
        calls.startRound(phase);
        attacker.send(phase === 'attacked' ? 'attack' : 'rest');
        await sleep(ms / 2);
        const peak = await peakMemory(server.pid);
        // The peak is that of the whole process so far, so after an attack it belongs to the attack.
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
      // Every second kill ends the database too, like a power cut: acknowledged writes must be on the disk.
      if (kills % 2 === 0) process.kill(await serverPid(dataDir), 'SIGKILL');
      await server.close({ signal: 'SIGKILL' });
      if (untilEnd() < MINUTES * 30_000 + SETTLE_MS) entry = nextRelease;
      server = await startProduction(dataDir, { entry, port, settings: SETTINGS });
      outage.until = performance.now() + SETTLE_MS;
      const away = ((performance.now() - outage.from) / 1000).toFixed(1);
      console.log(`kill ${kills}: away for ${away} s${entry ? ', upgraded' : ''}`);
    }
    await Promise.all(work);
    attacker.send('rest');
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
    // The checks also find a history that lacks an entry, or has one too many.
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
