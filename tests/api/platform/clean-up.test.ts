import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  passkeyChallenges,
  passwordLinks,
  rateLimits,
  sessions,
} from '~/platform/database/schema/account';
import { invitationLinks, invitations } from '~/platform/database/schema/records';
import { cleanUp, startCleanUp, type CleanUpDeps } from '~/rpc/embedded/clean-up';
import { fileTime } from '~/platform/mail/file-mailer.server';
import { callsOf, insertUser } from '../../support/api';
import { createTestDatabase } from '../../support/database';
import { startEmbedded } from '../../support/embedded-api';
import { insertCondo } from '../../support/places';
import { silentLog } from '../../support/silent-log';
import { folderPerTest, forThisTest, perTest } from '../../support/opened';

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;

const database = perTest(createTestDatabase);
const data = folderPerTest();
let now: Date;
let deps: CleanUpDeps;
beforeEach(() => {
  now = new Date();
  deps = {
    db: database.db,
    clock: () => now,
    log: silentLog,
    mailFolder: join(data.path, 'mail'),
    settings: { keepMailFilesDays: 8, historyDays: undefined, keepInvitationsDays: 90 },
  };
});
afterEach(() => void vi.useRealTimers());

const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const time = (days: number) => fileTime(ago(days * DAY_MS));

/** A session that was last used so long ago. */
async function insertSession(name: string, lastUsed: Date, created = lastUsed): Promise<void> {
  const user_id = await insertUser(database.db);
  const row = { token_hash: name, user_id, created_at: created, last_used_at: lastUsed };
  await database.db.insert(sessions).values(row);
}

async function insertInvitation(email: string, acceptedAt: Date | null): Promise<void> {
  const condo_id = await insertCondo(database.db, email);
  const status = acceptedAt ? 'accepted' : 'pending';
  const created = ago(400 * DAY_MS);
  const times = { created_at: created, expires_at: created, accepted_at: acceptedAt };
  const [row] = await database.db
    .insert(invitations)
    .values({ email, role: 'owner', condo_id, status, ...times })
    .returning({ id: invitations.id });
  await insertLink(`link of ${email}`, now, row?.id ?? null);
}

async function insertLink(hash: string, ended: Date, id: number | null): Promise<void> {
  const row = { token_hash: hash, invitation_id: id, expires_at: ended };
  await database.db.insert(invitationLinks).values(row);
}

async function remainingRows() {
  const { db } = database;
  return {
    sessions: (await db.select().from(sessions)).map((row) => row.token_hash).toSorted(),
    counters: (await db.select().from(rateLimits)).map((row) => row.key).toSorted(),
    challenges: (await db.select().from(passkeyChallenges)).map((row) => row.challenge),
    passwordLinks: (await db.select().from(passwordLinks)).map((row) => row.token_hash),
    invitations: (await db.select().from(invitations)).map((row) => row.email ?? '').toSorted(),
    links: (await db.select().from(invitationLinks)).map((row) => row.token_hash).toSorted(),
  };
}

describe('the clean-up', () => {
  it('removes what has expired and what is older than the settings say, and nothing else', async () => {
    await insertSession('live', ago(11 * HOUR_MS), ago(6 * DAY_MS));
    await insertSession('idle', ago(12 * HOUR_MS));
    await insertSession('old', now, ago(7 * DAY_MS));
    await database.db.insert(rateLimits).values([
      { key: 'over', points: 3, expires_at: ago(1000) },
      { key: 'counting', points: 3, expires_at: ago(-HOUR_MS) },
    ]);
    const user_id = await insertUser(database.db);
    await database.db.insert(passkeyChallenges).values([
      { challenge: 'over', user_id, purpose: 'register', expires_at: ago(1000) },
      { challenge: 'open', user_id, purpose: 'sign_in', expires_at: ago(-1000) },
    ]);
    for (const days of [29, 31]) {
      const link = { token_hash: `${days} days`, expires_at: ago(days * DAY_MS) };
      const kind = 'first_administrator';
      await database.db.insert(passwordLinks).values({ ...link, user_id, kind });
    }
    await insertInvitation('pending@example.com', null);
    await insertInvitation('recent@example.com', ago(89 * DAY_MS));
    await insertInvitation('long-ago@example.com', ago(91 * DAY_MS));
    await insertLink('deleted recently', ago(89 * DAY_MS), null);
    await insertLink('deleted long ago', ago(91 * DAY_MS), null);

    await cleanUp(deps);
    expect(await remainingRows()).toEqual({
      sessions: ['live'],
      counters: ['counting'],
      challenges: ['open'],
      passwordLinks: ['29 days'],
      invitations: ['pending@example.com', 'recent@example.com'],
      links: ['deleted recently', 'link of pending@example.com', 'link of recent@example.com'],
    });
  });

  it('removes old mails from their folder, and no file of others', async () => {
    const names = [
      `${time(7)}-0123abcd.eml`,
      `${time(9)}-0123abcd.eml`,
      `${time(9)}-0123abce.eml.part`,
      '20200101T000000000Z-notes.eml',
      'note.txt',
    ];
    await mkdir(deps.mailFolder);
    for (const name of names) await writeFile(join(deps.mailFolder, name), 'a mail');
    await cleanUp(deps);
    expect(new Set(await readdir(deps.mailFolder))).toEqual(new Set([names[0], ...names.slice(3)]));
  });

  it('needs no folder of mails', async () => {
    const error = vi.fn<CleanUpDeps['log']['error']>();
    await cleanUp({ ...deps, log: { ...silentLog, error } });
    expect(error).not.toHaveBeenCalled();
  });

  it('continues where one step fails', async () => {
    await writeFile(deps.mailFolder, 'a file where the folder should be');
    await insertSession('idle', ago(12 * HOUR_MS));
    const error = vi.fn<CleanUpDeps['log']['error']>();
    await cleanUp({ ...deps, log: { ...silentLog, error } });
    expect(error).toHaveBeenCalledOnce();
    expect((await remainingRows()).sessions).toEqual([]);
  });

  it('runs in one of several processes, at most once an hour', async () => {
    await insertSession('first', ago(12 * HOUR_MS));
    await Promise.all([cleanUp(deps), cleanUp(deps), cleanUp(deps)]);
    expect((await remainingRows()).sessions).toEqual([]);
    await insertSession('second', ago(12 * HOUR_MS));
    now = new Date(now.getTime() + HOUR_MS - 1);
    await cleanUp(deps);
    expect((await remainingRows()).sessions).toEqual(['second']);
    now = new Date(now.getTime() + 1);
    await cleanUp(deps);
    expect((await remainingRows()).sessions).toEqual([]);
  });
});

it('a process whose timers stand still cleans up with a request, an hour later', async () => {
  const task = startCleanUp(deps);
  await task.settled();
  await insertSession('idle', ago(12 * HOUR_MS));
  task.notify();
  await task.settled();
  expect((await remainingRows()).sessions).toEqual(['idle']);
  now = new Date(now.getTime() + HOUR_MS);
  task.notify();
  await task.settled();
  expect((await remainingRows()).sessions).toEqual([]);
  await task.stop();
});

it('requests to the embedded API are what starts it', async () => {
  const api = await forThisTest(startEmbedded(database, { DATA_DIR: data.path }));
  await api.settled();
  await insertSession('idle', ago(12 * HOUR_MS));
  // Time passes; no timer notices.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + HOUR_MS });
  await callsOf(api).call('GET', '/capabilities');
  await api.settled();
  expect((await remainingRows()).sessions).toEqual([]);
});
