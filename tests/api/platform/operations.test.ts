import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createApi } from '~/rpc/embedded/app.server';
import { withoutTimeLimit } from '~/platform/database/time-limits.server';
import { readOperations } from '~/platform/jobs/operations.repo';
import { createS3MediaStore } from '~/platform/media/s3-media-store.server';
import { createLogger } from '~/platform/logger.server';
import { metrics } from '~/platform/metrics.server';
import { runForRequest } from '~/platform/request-context.server';
import { callsOf, insertUser, logIn } from '../../support/api';
import { createCondos } from '../../support/bulk';
import { openTransaction, otherConnections, waitingCalls } from '../../support/connections';
import { deskPerFile } from '../../support/invitation-desk';
import { deadUrl, rejecting } from '../../support/mail-servers';
import { startS3 } from '../../support/s3';
import { forThisTest } from '../../support/opened';

const desk = deskPerFile();

/** The counts of /metrics, by the text before the number. */
async function counts(): Promise<Map<string, number>> {
  const lines = (await metrics.metrics()).split('\n');
  return new Map(
    lines
      .filter((line) => /^\w+_(total|count)/.test(line) && !/^(process|nodejs)/.test(line))
      .map((line) => [line.replace(/ \S+$/, ''), Number(line.split(' ').at(-1))]),
  );
}

async function changesBy(work: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await counts();
  await work();
  const after = [...(await counts())];
  const changes = after.map(([name, n]) => [name, n - (before.get(name) ?? 0)] as const);
  return Object.fromEntries(changes.filter(([, n]) => n > 0));
}

it('counts sign-ins, imports, mails and calls to the image store by result', async () => {
  const { api } = desk;
  await insertUser(api.db, { email: 'chief@example.com', password_hash: 'plain:right' });
  const signIn = (password: string) => () =>
    logIn(api, { username: 'chief@example.com', password });
  expect(await changesBy(signIn('wrong'))).toEqual({ 'sign_ins_total{result="failed"}': 1 });
  expect(await changesBy(signIn('right'))).toEqual({ 'sign_ins_total{result="ok"}': 1 });

  // A second one with this name and address is none.
  for (const result of ['done', 'invalid']) {
    const changes = await changesBy(() => createCondos(api, 'New'));
    expect(changes).toEqual({ [`imports_total{result="${result}"}`]: 1 });
  }

  for (const [url, result] of [
    [await deadUrl(), 'postponed'],
    [undefined, 'sent'],
    [(await rejecting(550)).url, 'failed'],
  ] as const) {
    if (result !== 'sent') await desk.invite({ email: `${result}@example.com` });
    desk.travel(60);
    expect(await changesBy(() => desk.send(url))).toEqual({
      [`mail_attempts_total{result="${result}"}`]: 1,
    });
  }

  const s3 = await forThisTest(startS3());
  const store = createS3MediaStore(s3.settings);
  const name = `${'0123456789abcdef'.repeat(2)}.webp`;
  expect(await changesBy(() => store.get(name))).toEqual({
    's3_call_duration_seconds_count{method="GET",status="404"}': 1,
  });
  s3.fault('PUT', 'reset');
  const failed = () => store.put(name, Buffer.from('x')).catch(() => undefined);
  expect(await changesBy(failed)).toEqual({
    's3_call_duration_seconds_count{method="PUT",status="none"}': 3,
  });
});

it('knows how old the oldest mail and the last good backup are', async () => {
  const { db, database } = desk.api;
  expect(await readOperations(db)).toEqual({
    mails: 0,
    oldest_mail_age_seconds: 0,
    backup_age_seconds: null,
  });
  await desk.invite();
  await database.pool.query("update mail_queue set created_at = now() - interval '2 hours'");
  await database.pool.query("insert into job_runs values ('backup', now() - interval '1 day')");
  const { mails, ...ages } = await readOperations(db);
  expect(mails).toBe(1);
  expect(Math.round(ages.oldest_mail_age_seconds / 60)).toBe(120);
  expect(Math.round((ages.backup_age_seconds ?? 0) / 3600)).toBe(24);
});

it('logs a slow statement with the route and id of its call, and without values', async () => {
  const lines: string[] = [];
  const log = createLogger({ write: (line) => lines.push(line) });
  const { pool, db } = otherConnections(desk.api.database, { log, maxConnections: 2 });
  const commit = await openTransaction(desk.api.database, 'lock table condos');
  const { call } = callsOf(createApi({ ...desk.api.deps, db }), desk.api.token);
  const answer = runForRequest('the-call', () => call('GET', `/admin/condos/${desk.condo}`));
  // The log counts from the statement, which a busy machine may reach late.
  await waitingCalls(desk.api.database, 1);
  await sleep(700);
  await commit();
  expect((await answer).status).toBe(200);
  // On a busy machine the call's other statements may be slow too.
  const ofCondo = lines.filter((line) => /"condos\\"\.\\"id\\" = \$1/.test(line));
  expect(ofCondo).toHaveLength(1);
  const line: unknown = JSON.parse(ofCondo[0] ?? '');
  const logged = { level: 40, request_id: 'the-call', route: '/api/admin/condos/:id' };
  expect(line).toMatchObject(logged);
  // A tool's statement may take as long as it does.
  await withoutTimeLimit(() => pool.query('select pg_sleep(0.6)'));
  expect(lines.join()).not.toContain('pg_sleep');
});
