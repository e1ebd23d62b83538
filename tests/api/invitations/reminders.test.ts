import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { remindersSchema } from '~/invitations/schema';
import { REMINDERS_AT_ONCE } from '~/invitations/server/reminders.repo';
import { z } from '~/fields/zod';
import { invitations } from '~/platform/database/schema/records';
import { deskPerFile } from '../../support/invitation-desk';

const history = z.object({
  entries: z.array(z.object({ action: z.string(), change_count: z.int() })),
});
const PATH = '/admin/invitations/reminders';
const DAY_MS = 24 * 60 * 60_000;
/** Moments around a limit. */
const MINUTE_MS = 60_000;

const desk = deskPerFile();
afterEach(async () => {
  await desk.api.db.delete(invitations);
  desk.smtp.received.length = 0;
});

const count = async (method: 'GET' | 'POST') =>
  (await desk.api.read(remindersSchema, method, PATH)).count;
const later = (ms: number) => new Date(desk.time.now.getTime() + ms);

type Stored = Partial<typeof invitations.$inferInsert>;

/**
 * Stores a pending invitation. By default its mail was sent six days ago, and its link ends in a day.
 */
async function sentBefore(stored: Stored = {}): Promise<number> {
  const { id } = await desk.invite();
  await desk.send();
  const ends = { expires_at: later(DAY_MS), last_sent_at: later(-6 * DAY_MS) };
  await desk.api.db
    .update(invitations)
    .set({ ...ends, ...stored })
    .where(eq(invitations.id, id));
  return id;
}

async function storedOf(id: number) {
  const [row] = await desk.api.db.select().from(invitations).where(eq(invitations.id, id));
  return row;
}

describe('whom it reminds', () => {
  const links: ReadonlyArray<[string, number, number]> = [
    ['ends in three days', 3 * DAY_MS, 1],
    ['ends later', 3 * DAY_MS + MINUTE_MS, 0],
    ['has ended', -MINUTE_MS, 1],
    ['ended almost 30 days ago', -30 * DAY_MS + MINUTE_MS, 1],
    ['ended 30 days ago', -30 * DAY_MS, 0],
  ];
  it.each(links)('a link that %s', async (_which, ms, due) => {
    await sentBefore({ expires_at: later(ms) });
    expect([await count('GET'), await count('POST')]).toEqual([due, due]);
  });

  const mails: ReadonlyArray<[string, () => Stored, number]> = [
    ['a third time', () => ({ reminders: 2 }), 1],
    ['never a fourth time', () => ({ reminders: 3 }), 0],
    ['a day after the last mail', () => ({ last_sent_at: later(-DAY_MS) }), 1],
    ['not within a day', () => ({ last_sent_at: later(-DAY_MS + MINUTE_MS) }), 0],
    ['after a mail that failed', () => ({ mail_state: 'failed', mail_detail: 'No such user' }), 1],
    ['nobody who was never mailed', () => ({ mail_state: 'none' }), 0],
    ['not while a mail waits', () => ({ mail_state: 'queued' }), 0],
    ['nobody who has accepted', () => ({ status: 'accepted', accepted_at: later(0) }), 0],
  ];
  it.each(mails)('%s', async (_which, stored, due) => {
    await sentBefore(stored());
    expect([await count('GET'), await count('POST')]).toEqual([due, due]);
  });
});

it('mails a new link, which counts, and says so in one entry of the history', async () => {
  const ids = [await sentBefore(), await sentBefore({ mail_state: 'failed', mail_detail: 'Full' })];
  await sentBefore({ expires_at: later(5 * DAY_MS) });
  desk.smtp.received.length = 0;
  expect(await count('POST')).toBe(2);
  expect(await storedOf(ids[1] ?? 0)).toMatchObject({ mail_state: 'queued', mail_detail: null });
  await desk.send();
  expect(desk.smtp.received).toHaveLength(2);
  for (const id of ids) {
    expect(await storedOf(id)).toMatchObject({
      reminders: 1,
      mail_state: 'sent',
      last_sent_at: desk.time.now,
      expires_at: later(7 * DAY_MS),
    });
  }
  const { entries } = await desk.api.read(history, 'GET', '/admin/history');
  expect(entries[0]).toEqual({ action: 'resent', change_count: 2 });
});

it('reminds each once, however often and however many at once press', async () => {
  await sentBefore();
  await sentBefore();
  const counts = await Promise.all([count('POST'), count('POST'), count('POST')]);
  expect(counts.toSorted((a, b) => b - a)).toEqual([2, 0, 0]);
  await desk.send();
  expect(await count('POST')).toBe(0);
});

it('leaves what is above the limit to the next call, the links that end first before', async () => {
  const last = await sentBefore({ expires_at: later(2 * DAY_MS) });
  const first = { expires_at: later(DAY_MS), last_sent_at: later(-6 * DAY_MS), mail_state: 'sent' };
  await desk.api.db.insert(invitations).values(
    Array.from({ length: REMINDERS_AT_ONCE }, (_, index) => ({
      ...first,
      email: `many${index}@example.com`,
      role: 'building_manager',
      condo_id: desk.condo,
    })),
  );
  expect([await count('GET'), await count('POST')]).toEqual([REMINDERS_AT_ONCE, REMINDERS_AT_ONCE]);
  expect(await storedOf(last)).toMatchObject({ reminders: 0 });
  expect([await count('GET'), await count('POST')]).toEqual([1, 1]);
});
