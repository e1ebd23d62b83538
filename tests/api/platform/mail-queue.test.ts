import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { hashToken } from '~/accounts/server/tokens';
import { createDb, createPool } from '~/platform/database/pool.server';
import { mailQueue } from '~/platform/database/schema/operations';
import { invitationLinks } from '~/platform/database/schema/records';
import { CLAIM_MS, claimMail } from '~/platform/mail/mail-queue.repo';
import { createFileMailer } from '~/platform/mail/file-mailer.server';
import type { Mailer } from '~/platform/mail/mailer';
import { retryPause, startMailWorker } from '~/rpc/embedded/mail-worker';
import { IMPATIENT, deskPerFile } from '../../support/invitation-desk';
import { folderPerTest } from '../../support/opened';
import { otherConnections } from '../../support/connections';
import { sendDueMails } from '../../support/send-due-mails';
import { silentLog } from '../../support/silent-log';
import { onMessage, readMail } from '../../support/smtp';
import { must } from '../../support/must';
import { clearMail, onlyOne, start, deadUrl, rejecting, held } from '../../support/mail-servers';

const FROM = 'no-reply@condo.test';
const desk = deskPerFile();
const folder = folderPerTest();

async function textOf(name: string): Promise<string> {
  return (await readMail(await readFile(join(folder.path, name)))).mail.text ?? '';
}

afterEach(() => clearMail(desk));

describe('a queued mail', () => {
  it('goes out once, with a link of which the database knows the hash alone', async () => {
    const { email, id } = await desk.invite({ role: 'renter', apartment_id: desk.apartment });
    expect(await desk.send()).toBe(1);
    expect(await desk.send()).toBe(0);
    const [received, ...more] = desk.smtp.received;
    expect(more).toEqual([]);
    expect(received?.recipients).toEqual([email]);
    expect(received?.mail.text).toContain('Seeblick, apartment 12 as renter');
    expect(received?.mail.text).toContain('http://panel.test/invitations/accept?token=');
    expect((await onlyOne(desk)).mail).toEqual({
      state: 'sent',
      detail: null,
      updated_at: desk.time.now.toISOString(),
    });
    expect(await desk.api.db.select().from(mailQueue)).toEqual([]);

    const token = must(received, 'mail').token;
    const links = await desk.api.db.select().from(invitationLinks);
    expect(links).toMatchObject([{ token_hash: hashToken(token), invitation_id: id }]);
    const { rows } = await desk.api.database.pool.query<{ found: boolean }>(
      `select bool_or(t::text like $1) as found from (
         select invitations::text as t from invitations union all
         select invitation_links::text from invitation_links) rows`,
      [`%${token}%`],
    );
    expect(rows).toEqual([{ found: false }]);
  });

  it('survives a restart of the process', async () => {
    const { email } = await desk.invite();
    const { db } = otherConnections(desk.api.database, { maxConnections: 2 });
    expect(await sendDueMails({ ...desk.worker(), db })).toBe(1);
    expect(desk.smtp.received.map(({ recipients }) => recipients)).toEqual([[email]]);
  });

  it('goes out once when several processes look at the queue', async () => {
    const guests = [];
    for (let count = 0; count < 12; count += 1) guests.push((await desk.invite()).email);
    const sent = await Promise.all([desk.send(), desk.send(), desk.send()]);
    expect(sent.reduce((sum, count) => sum + count, 0)).toBe(12);
    const arrived = desk.smtp.received.flatMap(({ recipients }) => recipients);
    expect(arrived.toSorted()).toEqual(guests.toSorted());
  });

  it('is passed over while another process is taking it', async () => {
    await desk.invite();
    await desk.api.db.transaction(async (tx) => {
      await tx.select().from(mailQueue).for('update');
      expect(await claimMail(desk.api.db, crypto.randomUUID(), desk.time.now)).toBeNull();
    });
    expect(await desk.send()).toBe(1);
  });

  it('is taken over from a process that died over it', async () => {
    await desk.invite();
    const dead = await claimMail(desk.api.db, crypto.randomUUID(), desk.time.now);
    expect(dead?.attempt).toBe(1);
    expect(await desk.send()).toBe(0);
    desk.travel(CLAIM_MS / 1000);
    expect(await desk.send()).toBe(1);
    expect((await onlyOne(desk)).mail.state).toBe('sent');
  });
});

describe('a mail that cannot be sent', () => {
  it('is tried again, ever more seldom, while the invitation shows why', async () => {
    const { email } = await desk.invite();
    const url = await deadUrl();
    for (const pause of [30, 60, 120]) {
      expect(await desk.send(url)).toBe(1);
      expect((await onlyOne(desk)).mail).toEqual({
        state: 'queued',
        detail: 'The mail server cannot be reached. It will be tried again.',
        updated_at: desk.time.now.toISOString(),
      });
      desk.travel(pause - 1);
      expect(await desk.send(url)).toBe(0);
      desk.travel(1);
    }
    expect((await desk.open(await desk.tokenFor(email))).status).toBe(200);
    expect((await onlyOne(desk)).mail).toMatchObject({ state: 'sent', detail: null });
  });

  it('pauses for an hour at most, and fails after about a day', async () => {
    expect([1, 2, 7, 8, 30].map((attempt) => retryPause(attempt) / 60_000)).toEqual([
      0.5, 1, 32, 60, 60,
    ]);
    await desk.invite();
    const url = await deadUrl();
    await desk.api.db.update(mailQueue).set({ attempts: 29 });
    await desk.send(url);
    expect((await onlyOne(desk)).mail).toMatchObject({
      state: 'failed',
      detail: 'Failed after 30 attempts. The mail server cannot be reached',
    });
    expect(await desk.api.db.select().from(mailQueue)).toEqual([]);
  });

  it('fails at once when the server rejects the recipient, and Resend tries again', async () => {
    const { id, email } = await desk.invite();
    const server = await rejecting(550);
    await desk.send(server.url);
    expect((await onlyOne(desk)).mail).toMatchObject({
      state: 'failed',
      detail: 'The mail server rejected the mail: 550 No such person',
    });
    desk.travel(3600);
    expect(await desk.send(server.url)).toBe(0);
    expect((await desk.resend(id)).status).toBe(200);
    expect((await onlyOne(desk)).mail).toMatchObject({ state: 'queued', detail: null });
    expect((await desk.open(await desk.tokenFor(email))).status).toBe(200);
  });

  it('waits where the server has had enough for today, and fails after a day of that', async () => {
    for (let count = 0; count < 5; count += 1) await desk.invite();
    const quota = { remaining: 3 };
    const server = await start({
      onData: onMessage(() => {
        if (quota.remaining === 0) {
          const responseCode = 550;
          const text = '5.4.5 Daily user sending quota exceeded';
          throw Object.assign(new Error(text), { responseCode });
        }
        quota.remaining -= 1;
        return Promise.resolve();
      }),
    });
    const states = async () => (await desk.pending()).map(({ mail }) => mail.state).toSorted();
    await desk.send(server.url);
    expect(await states()).toEqual(['queued', 'queued', 'sent', 'sent', 'sent']);
    const details = (await desk.pending()).map(({ mail }) => mail.detail);
    expect(details).toContain(
      'The mail server did not accept the mail: 550 5.4.5 Daily user sending quota exceeded. It will be tried again.',
    );
    quota.remaining = 1;
    desk.travel(30);
    await desk.send(server.url);
    expect(await states()).toEqual(['queued', 'sent', 'sent', 'sent', 'sent']);
    await desk.api.db.update(mailQueue).set({ attempts: 29 });
    desk.travel(60);
    await desk.send(server.url);
    expect(await states()).toEqual(['failed', 'sent', 'sent', 'sent', 'sent']);
  });

  it('is tried again when the server says later, or takes too long', async () => {
    await desk.invite();
    await desk.send((await rejecting(450)).url);
    expect((await onlyOne(desk)).mail.detail).toContain(
      '450 No such person. It will be tried again.',
    );
    desk.travel(30);
    const slow = await start({ onData: (stream) => stream.resume() });
    await desk.send(slow.url, IMPATIENT);
    expect((await onlyOne(desk)).mail).toMatchObject({
      state: 'queued',
      detail: 'The mail server took too long. It will be tried again.',
    });
  });

  it('leaves the link of an earlier mail good until a newer mail is out', async () => {
    const { id, email } = await desk.invite();
    const first = await desk.tokenFor(email);
    desk.travel(60);
    await desk.resend(id);
    await desk.send(await deadUrl());
    expect((await desk.open(first)).status).toBe(200);
    desk.travel(30);
    const second = await desk.tokenFor(email);
    expect((await desk.open(second)).status).toBe(200);
    expect((await desk.open(first)).status).toBe(410);
  });
});

describe('what happens while a mail is being sent', () => {
  it('Delete wins', async () => {
    const { id } = await desk.invite();
    const server = await held(() => desk.api.call('DELETE', `/admin/invitations/${id}`));
    await desk.send(server.url);
    expect(await desk.pending()).toEqual([]);
    expect(await desk.api.db.select().from(mailQueue)).toEqual([]);
  });

  it.each(['before', 'after'])(
    'Delete %s its file is written removes that file, and no other to the same address',
    async (moment) => {
      const email = 'twice@example.com';
      const files = createFileMailer({ folder: folder.path, from: FROM, log: silentLog });
      await files.send({ to: email, subject: 'Other', text: 'Other', html: '<p>Other</p>' });
      await desk.invite({ email });
      const { id } = await desk.invite({ email, apartment_id: desk.apartment });
      const withdraw = () => desk.api.call('DELETE', `/admin/invitations/${id}`);
      const mailer: Mailer = {
        async send(mail) {
          const isWithdrawn = mail.text.includes('apartment 12');
          if (isWithdrawn && moment === 'before') await withdraw();
          const sent = await files.send(mail);
          if (isWithdrawn && moment === 'after') await withdraw();
          return sent;
        },
      };
      expect(await sendDueMails({ ...desk.worker(), mailer })).toBe(2);
      const texts = await Promise.all((await readdir(folder.path)).map(textOf));
      expect(texts.toSorted()).toEqual([
        expect.stringContaining('invited to Seeblick as'),
        expect.stringContaining('Other'),
      ]);
    },
  );

  it('Resend is not lost: a second mail follows the first', async () => {
    const { id } = await desk.invite();
    const answers: number[] = [];
    const server = await held(async () => {
      if (answers.length > 0) return;
      desk.travel(60);
      const answer = await desk.resend(id);
      answers.push(answer.status);
    });
    // The first mail's own lane, or another one, finds the second mail at once.
    expect(await desk.send(server.url)).toBe(2);
    expect(answers).toEqual([200]);
    expect(server.connections()).toBe(2);
    expect((await onlyOne(desk)).mail.state).toBe('sent');
    expect(await desk.api.db.select().from(mailQueue)).toEqual([]);
  });

  it('Resend overtakes a slow mail: the newest link opens, the slow mail cannot replace it', async () => {
    const { id, email } = await desk.invite();
    const tokens: string[] = [];
    const server = await start({
      onData: onMessage(async (message) => {
        tokens.push((await readMail(message)).token);
        desk.travel(60);
        await desk.resend(id);
        tokens.push(await desk.tokenFor(email));
      }),
    });
    expect(await desk.send(server.url)).toBe(1);
    const [slow = '', newest = ''] = tokens;
    expect(newest).not.toBe(slow);
    expect((await desk.open(newest)).status).toBe(200);
    expect((await desk.open(slow)).status).toBe(410);
    expect((await onlyOne(desk)).mail.state).toBe('sent');
  });

  it('a slow recipient does not hold up the others', async () => {
    const guests = Array.from({ length: 9 }, (_, index) => `guest-${index}@example.com`);
    for (const email of guests) await desk.invite({ email });
    const others = new Set(guests.slice(1));
    const { promise: othersAreOut, resolve: release } = Promise.withResolvers<void>();
    const server = await start({
      onData: onMessage(async (_message, { envelope }) => {
        const { address } = must(envelope.rcptTo[0], 'recipient');
        others.delete(address);
        if (others.size === 0) release();
        if (address === guests[0]) await othersAreOut;
      }),
    });
    expect(await sendDueMails(desk.worker(server.url))).toBe(guests.length);
    expect((await desk.pending()).map(({ mail }) => mail.state)).toEqual(guests.map(() => 'sent'));
  });
});

describe('the worker', () => {
  it('sends when it is wakened, stops cleanly, and finds later what it missed', async () => {
    const first = await desk.invite();
    const running = startMailWorker(desk.worker());
    await expect.poll(async () => (await onlyOne(desk)).mail.state).toBe('sent');
    const second = await desk.invite();
    running.notify();
    await expect.poll(() => desk.smtp.received.length).toBe(2);
    await running.stop();
    running.notify();
    const third = await desk.invite();
    const next = startMailWorker(desk.worker());
    await expect.poll(() => desk.smtp.received.length).toBe(3);
    await next.stop();
    expect(desk.smtp.received.flatMap(({ recipients }) => recipients)).toEqual([
      first.email,
      second.email,
      third.email,
    ]);
  });

  it('sends what is queued later while a recipient is slow', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const arrived: string[] = [];
    const server = await start({
      onData: onMessage(async (_message, { envelope }) => {
        arrived.push(must(envelope.rcptTo[0], 'recipient').address);
        if (arrived.length === 1) await released;
      }),
    });
    const slow = await desk.invite();
    const running = startMailWorker(desk.worker(server.url));
    await expect.poll(() => arrived).toEqual([slow.email]);
    const second = await desk.invite();
    running.notify();
    await expect.poll(() => arrived).toEqual([slow.email, second.email]);
    release();
    await running.stop();
  });

  it('continues after the database was unavailable', async () => {
    const errors: string[] = [];
    const pool = createPool(desk.api.database.connection, { log: silentLog, maxConnections: 2 });
    const log = { ...silentLog, error: (_: object, message: string) => errors.push(message) };
    const deps = { ...desk.worker(), db: createDb(pool), log };
    await desk.invite();
    await pool.end();
    const running = startMailWorker(deps);
    await running.stop();
    expect(errors).toContain('The mail queue could not be processed');
    expect(await desk.send()).toBe(1);
  });
});
