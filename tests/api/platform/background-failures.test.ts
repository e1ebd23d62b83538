import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createDb, createPool } from '~/platform/database/pool.server';
import { startCleanUp } from '~/rpc/embedded/clean-up';
import { startMailWorker } from '~/rpc/embedded/mail-worker';
import { startImageCleaner } from '~/platform/media/orphaned-images';
import { together } from '~/platform/background-task';
import { createTestApi } from '../../support/api';
import { folderPerTest, perTest } from '../../support/opened';
import { silentLog } from '../../support/silent-log';

const api = perTest(createTestApi);
const folder = folderPerTest();
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

/** A port on which nothing listens: connections are rejected at once. */
const NOBODYS_PORT = 1;

interface Line {
  level: 'info' | 'warn' | 'error';
  data: object;
  message: string;
}

/** All background work of a process, with a clock of its own and a database that can go away. */
function startWork() {
  const lines: Line[] = [];
  const logAs = (level: Line['level']) => (data: object, message: string) =>
    void lines.push({ level, data, message });
  const log = { info: logAs('info'), warn: logAs('warn'), error: logAs('error') };
  const place = { ...api.database.connection, host: '127.0.0.1', port: NOBODYS_PORT };
  const awayPool = createPool(place, { log: silentLog });
  const away = createDb(awayPool);
  const state = { isAway: true };
  const deps = {
    get db() {
      return state.isAway ? away : api.db;
    },
    clock: () => new Date(),
    log,
    media: api.deps.media,
    mailer: { send: () => Promise.reject(new Error('There is no mail')) },
    publicUrl: 'http://panel.test',
    mailFolder: join(folder.path, 'mail'),
    settings: { keepMailFilesDays: 8, historyDays: undefined, keepInvitationsDays: 90 },
  };
  const work = together([startMailWorker(deps), startImageCleaner(deps), startCleanUp(deps)]);
  onTestFinished(async () => {
    await work.stop();
    await awayPool.end();
  });
  return {
    state,
    /**
     * Runs each job `rounds` times, with `seconds` between two rounds. Returns the log's lines since
     * the last call.
     */
    run: async (rounds: number, seconds: number) => {
      for (let round = 0; round < rounds; round += 1) {
        vi.setSystemTime(Date.now() + seconds * 1_000);
        work.notify();
        await work.settled();
      }
      return lines.splice(0);
    },
  };
}

it('says once that the database is away, then each minute how often, and once that it is back', async () => {
  const { state, run } = startWork();
  const [first, ...more] = await run(5, 5);
  expect(first).toMatchObject({ level: 'error' });
  expect(first?.data).toHaveProperty('err.stack');
  expect(more).toEqual([]);

  const minutes = await run(24, 5);
  expect(minutes).toHaveLength(2);
  for (const { level, data } of minutes) {
    expect(level).toBe('error');
    expect(Object.keys(data)).toEqual(['reason', 'failures']);
    expect(data).not.toHaveProperty('failures', 0);
  }

  state.isAway = false;
  const back = await run(10, 5);
  expect(back).toMatchObject([{ level: 'info' }]);
  expect(back[0]?.data).toHaveProperty('seconds');

  state.isAway = true;
  const [again, ...rest] = await run(1, 5);
  expect(again?.data).toHaveProperty('err.stack');
  expect(rest).toEqual([]);
});
