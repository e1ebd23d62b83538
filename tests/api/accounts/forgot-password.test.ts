import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, expect, it } from 'vitest';
import { passwordLinks, rateLimits } from '~/platform/database/schema/account';
import { mailQueue } from '~/platform/database/schema/operations';
import { users } from '~/platform/database/schema/records';
import { callsOf, insertUser, logIn, signInAs } from '../../support/api';
import { deskPerFile } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { openTransaction, waitingCalls } from '../../support/connections';

const ADA = 'ada@example.com';
const OLD = 'plain:the old password';
const NEW = 'four words make one';

const desk = deskPerFile({ notifyMailWorker: () => void (notified += 1) });
let notified = 0;
let start: Date;
let adaId: number;
beforeAll(async () => {
  start = desk.time.now;
  adaId = await insertUser(desk.api.db, { email: 'Ada@example.com', password_hash: OLD });
});
afterEach(async () => {
  desk.time.now = start;
  await desk.api.db.delete(rateLimits);
  await desk.api.db.delete(mailQueue);
  desk.smtp.received.length = 0;
});

const forgot = (email: string, address = '192.0.2.50') =>
  callsOf(desk.api, null, address).call('POST', '/auth/forgot-password', { email });

const setPassword = (token: string) =>
  callsOf(desk.api).call('POST', '/auth/set-password', { token, password: NEW });

async function mailedToken(): Promise<string> {
  await desk.send();
  const text = must(desk.smtp.received.at(-1), 'mail').mail.text ?? '';
  return must(/\/set-password\?token=([\w-]+)/.exec(text)?.[1], 'link');
}

it('mails a link by which the password is set once; all sessions end', async () => {
  const { token: session } = await signInAs(desk.api.db);
  const [other] = await desk.api.db.select().from(users).where(eq(users.id, adaId));
  expect((await forgot('ADA@example.com ')).status).toBe(204);
  const token = await mailedToken();
  expect(desk.smtp.received.at(-1)?.recipients).toEqual([must(other, 'account').email]);
  const stored = await desk.api.db.select().from(passwordLinks);
  expect(JSON.stringify(stored)).not.toContain(token);
  expect((await setPassword(token)).status).toBe(204);
  expect((await setPassword(token)).status).toBe(410);
  expect((await logIn(desk.api, { username: ADA, password: NEW })).status).toBe(200);
  // Someone else's session goes on.
  expect((await desk.api.as(session).call('GET', '/admin/account')).status).toBe(403);
});

it('works for one hour', async () => {
  await forgot(ADA);
  const token = await mailedToken();
  desk.travel(60 * 60 + 1);
  expect((await setPassword(token)).status).toBe(410);
});

it('answers every address alike, and mails only active accounts', async () => {
  await insertUser(desk.api.db, { email: 'gone@example.com', is_active: false });
  const answers = await Promise.all(
    [ADA, 'nobody@example.com', 'gone@example.com'].map((email) => forgot(email)),
  );
  const seen = await Promise.all(
    answers.map(async (answer) => [answer.status, await answer.text(), [...answer.headers]]),
  );
  expect(seen[1]).toEqual(seen[0]);
  expect(seen[2]).toEqual(seen[0]);
  await desk.send();
  expect(desk.smtp.received.map(({ recipients }) => recipients)).toEqual([['Ada@example.com']]);
});

it('takes as long for an unknown address as for a known one', async () => {
  const known: number[] = [];
  const unknown: number[] = [];
  // In turns: whatever else the machine does slows both down.
  for (let round = 0; round < 60; round += 1) {
    await desk.api.db.delete(rateLimits);
    await desk.api.db.delete(mailQueue);
    known.push(await durationOf(ADA));
    unknown.push(await durationOf('nobody@example.com'));
  }
  const ratio = median(known) / median(unknown);
  expect(ratio).toBeGreaterThan(0.5);
  expect(ratio).toBeLessThan(2);
});

it('leaves the mail to the next look at the queue, so that no later call of the same caller is slower', async () => {
  const before = notified;
  await forgot(ADA);
  expect(notified).toBe(before);
  expect(await desk.api.db.select().from(mailQueue)).toHaveLength(1);
});

async function durationOf(email: string): Promise<number> {
  const started = performance.now();
  await forgot(email);
  return performance.now() - started;
}

function median(values: readonly number[]): number {
  return must(values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)], 'value');
}

it('sends three mails an hour to an account, and says nothing of it', async () => {
  for (let count = 0; count < 5; count += 1) {
    expect((await forgot(ADA, `192.0.2.${count}`)).status).toBe(204);
    await desk.send();
  }
  expect(desk.smtp.received).toHaveLength(3);
});

it('sends twenty mails an hour for an address, and says nothing of it', async () => {
  const emails = Array.from({ length: 25 }, (_, index) => `many${index}@example.com`);
  for (const email of emails) await insertUser(desk.api.db, { email, password_hash: OLD });
  const answers = await Promise.all(emails.map((email) => forgot(email)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
  await desk.send();
  expect(desk.smtp.received).toHaveLength(20);
});

it('however many ask at once, they hold few connections and the others are told when to come back', async () => {
  await forgot(ADA);
  const { database } = desk.api;
  // All of them count in the same rows.
  const commit = await openTransaction(database, 'select from rate_limits for update');
  const burst = Array.from({ length: 40 }, () => forgot(ADA));
  await waitingCalls(database, 2);
  expect((await desk.api.call('GET', '/admin/dashboard-stats')).status).toBe(200);
  await commit();
  const answers = await Promise.all(burst);
  const rejected = answers.filter(({ status }) => status === 429);
  // Two at work and 25 that wait, of one address.
  expect([rejected.length, answers.length - rejected.length]).toEqual([13, 27]);
  expect(Number(rejected[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
});
