import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { accountSchema } from '~/accounts/account';
import { mailQueue } from '~/platform/database/schema/operations';
import { proposalRows, proposals } from '~/platform/database/schema/proposals';
import { users } from '~/platform/database/schema/records';
import { queueProposalMails } from '~/proposals/server/proposal-mail';
import { cleanUp } from '~/rpc/embedded/clean-up';
import { personalDataSchema } from '~/users/personal-data';
import { errorOf, insertUser, rejectionOf } from '../../support/api';
import { otherConnections } from '../../support/connections';
import { deskPerTest } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { temporaryFolder } from '../../support/opened';
import { silentLog } from '../../support/silent-log';

const HOUR_S = 60 * 60;
const READER = 'reader@example.com';
const desk = deskPerTest();

type User = Partial<typeof users.$inferInsert>;

/** An administrator who wants the mails, unless told otherwise. */
const insertReader = (fields: User = {}) =>
  insertUser(desk.api.db, { email: READER, is_superuser: true, proposal_mails: true, ...fields });

const insertColleague = () =>
  insertUser(desk.api.db, {
    email: 'bea@example.com',
    first_name: 'Bea',
    last_name: 'Muster',
    is_superuser: true,
    rights: 'propose',
  });

/** An open proposal of one row, unless told otherwise. */
async function propose(created_by: number, fields: Partial<typeof proposals.$inferInsert> = {}) {
  const { db } = desk.api;
  const expires_at = new Date(desk.time.now.getTime() + 30 * 24 * HOUR_S * 1000);
  const created = { created_by, created_at: desk.time.now, expires_at };
  const [made] = await db
    .insert(proposals)
    .values({ kind: 'condo', reason: 'From the land register', ...created, ...fields })
    .returning({ id: proposals.id });
  const { id } = must(made, 'proposal');
  const values = { name: 'Secret Tower' };
  await db.insert(proposalRows).values({ proposal_id: id, place: 0, values });
  return id;
}

/** The mails to the reader after what is due has been queued and sent. */
async function received() {
  await queueProposalMails(desk.api.db, desk.time.now);
  await desk.send();
  return desk.smtp.received
    .filter(({ recipients }) => recipients.includes(READER))
    .map(({ mail }) => ({ subject: mail.subject, text: mail.text ?? '', html: String(mail.html) }));
}

const onlyMail = async () => {
  const [mail, ...more] = await received();
  expect(more).toEqual([]);
  return must(mail, 'mail');
};

describe('the choice', () => {
  it('is off by default, kept by the account, and asks for all rights', async () => {
    const { read, call, userId } = await desk.api.administrator({ email: READER });
    const chosen = async (body?: object) =>
      (await read(accountSchema, body ? 'PUT' : 'GET', '/admin/account', body)).proposal_mails;
    await propose(await insertColleague());
    expect(await chosen()).toBe(false);
    expect(await received()).toEqual([]);
    expect(await chosen({ proposal_mails: true })).toBe(true);
    expect(await chosen({ first_name: 'Ada' })).toBe(true);
    const wrong = await errorOf(call('PUT', '/admin/account', { proposal_mails: 'yes' }));
    expect(wrong).toMatchObject({ errors: [{ field: 'proposal_mails' }] });
    expect(await received()).toHaveLength(1);
    const exported = await desk.api.read(
      personalDataSchema,
      'GET',
      `/admin/personal-data/${userId}`,
    );
    expect(exported.profile).toMatchObject({
      proposal_mails: true,
      proposal_mail_at: desk.time.now.toISOString(),
    });
    expect(await chosen({ proposal_mails: false })).toBe(false);
    desk.travel(25 * HOUR_S);
    expect(await received()).toHaveLength(1);
  });

  it.each(['propose', 'look'] as const)(
    'cannot be turned on with the rights %s',
    async (rights) => {
      const { call } = await desk.api.administrator({ rights });
      const rejected = await call('PUT', '/admin/account', { proposal_mails: true });
      expect(await rejectionOf(rejected)).toBe('403 Your rights do not allow this');
      const names = { proposal_mails: false, first_name: 'Bea' };
      expect((await call('PUT', '/admin/account', names)).status).toBe(200);
    },
  );
});

describe('the mail', () => {
  it('names reasons and who proposed, never the text of a record', async () => {
    const own = await insertReader({ first_name: 'Ada' });
    const colleague = await insertColleague();
    await propose(own, { reason: 'My own' });
    desk.travel(1);
    await propose(colleague, {
      reason: 'Zip <b>codes</b>\nhttp://a.example',
      token_name: 'Nightly',
    });
    const { subject, text, html } = await onlyMail();
    expect(subject).toBe('Condo Admin: 2 open proposals');
    expect(text.trim().split('\n\n')).toEqual([
      'Hello,',
      '2 proposals are open:',
      'Bea Muster, by token Nightly: Zip <b>codes</b> http://a.example',
      'Ada: My own',
      'Open this link to review them:\nhttp://panel.test/proposals',
      'This e-mail comes at most once a day while proposals are open.',
      'You can turn it off on your Account page: http://panel.test/account',
    ]);
    expect(html).toContain('Zip &lt;b&gt;codes&lt;/b&gt; http://a.example');
    expect(html).toContain('href="http://panel.test/proposals"');
    expect(text + html).not.toContain('Secret Tower');
  });

  it("is in the person's language, and names the first ten", async () => {
    await insertReader({ language: 'de-CH' });
    const colleague = await insertColleague();
    for (let count = 1; count <= 12; count += 1) {
      desk.travel(1);
      await propose(colleague, { reason: `Nr ${count} ${'x'.repeat(300)}` });
    }
    const { subject, text, html } = await onlyMail();
    expect(subject).toBe('Condo Admin: 12 offene Vorschläge');
    expect(html).toContain('<html lang="de-CH">');
    const lines = text.split('\n').filter((line) => line.startsWith('Bea Muster: Nr '));
    expect(lines.map((line) => /Nr (\d+)/.exec(line)?.[1])).toEqual(
      [12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map(String),
    );
    expect(lines.map((line) => line.length)).toEqual(lines.map(() => 'Bea Muster: '.length + 200));
    expect(text).toContain('und 2 weitere');
    expect(text).toContain(
      'Öffnen Sie diesen Link, um sie zu prüfen:\nhttp://panel.test/proposals',
    );
  });
});

describe('at most one a day', () => {
  it('comes to each account, and again while something is open', async () => {
    await insertReader();
    const id = await propose(await insertColleague());
    expect(await received()).toHaveLength(1);
    desk.travel(23.9 * HOUR_S);
    expect(await received()).toHaveLength(1);
    desk.travel(0.1 * HOUR_S);
    expect(await received()).toHaveLength(2);
    desk.travel(24 * HOUR_S);
    const decided = { decision: 'rejected', decided_at: desk.time.now } as const;
    await desk.api.db.update(proposals).set(decided).where(eq(proposals.id, id));
    expect(await received()).toHaveLength(2);
  });

  it('also counts from a mail that was sent late, and when it was turned off between', async () => {
    const id = await insertReader();
    await propose(await insertColleague());
    await queueProposalMails(desk.api.db, desk.time.now);
    desk.travel(HOUR_S);
    expect(await received()).toHaveLength(1);
    await desk.api.db.update(users).set({ proposal_mails: false }).where(eq(users.id, id));
    await desk.api.db.update(users).set({ proposal_mails: true }).where(eq(users.id, id));
    desk.travel(23.5 * HOUR_S);
    expect(await received()).toHaveLength(1);
    desk.travel(0.5 * HOUR_S);
    expect(await received()).toHaveLength(2);
  });

  it('holds for several processes that look at once', async () => {
    await insertReader();
    await insertReader({ email: 'other@example.com' });
    await propose(await insertColleague());
    const processes = [1, 2, 3].map(() => otherConnections(desk.api.database).db);
    for (let day = 1; day <= 3; day += 1) {
      await Promise.all(
        processes.map(async (db) => {
          await queueProposalMails(db, desk.time.now);
          await desk.send();
          await queueProposalMails(db, desk.time.now);
        }),
      );
      expect(await received()).toHaveLength(day);
      desk.travel(24 * HOUR_S);
    }
    expect(desk.smtp.received).toHaveLength(6);
  });

  it('is begun by the hourly clean-up', async () => {
    await insertReader();
    await propose(await insertColleague());
    await cleanUp({
      db: desk.api.db,
      clock: () => desk.time.now,
      log: silentLog,
      mailFolder: temporaryFolder(),
      settings: { keepMailFilesDays: 8, historyDays: undefined, keepInvitationsDays: 90 },
    });
    expect(await desk.send()).toBe(1);
  });
});

describe('none comes', () => {
  const loses: readonly (readonly [string, User])[] = [
    ['is inactive', { is_active: false }],
    ['is no administrator', { is_superuser: false }],
    ['may only propose', { rights: 'propose' }],
    ['may only look', { rights: 'look' }],
    ['has turned it off', { proposal_mails: false }],
  ];

  it.each(loses)('to somebody who %s', async (_, fields) => {
    await insertReader(fields);
    await propose(await insertColleague());
    expect(await received()).toEqual([]);
    expect(await desk.api.db.$count(mailQueue)).toBe(0);
  });

  it.each(loses)('to somebody who %s once it is queued', async (_, fields) => {
    const id = await insertReader();
    await propose(await insertColleague());
    await queueProposalMails(desk.api.db, desk.time.now);
    await desk.api.db.update(users).set(fields).where(eq(users.id, id));
    await desk.send();
    expect(desk.smtp.received).toEqual([]);
    expect(await desk.api.db.$count(mailQueue)).toBe(0);
  });

  it('where nothing is open, or only their own', async () => {
    const id = await insertReader();
    const colleague = await insertColleague();
    await propose(id);
    await propose(colleague, { decision: 'applied', decided_at: desk.time.now });
    await propose(colleague, { expires_at: desk.time.now });
    expect(await received()).toEqual([]);
    const open = await propose(colleague);
    await queueProposalMails(desk.api.db, desk.time.now);
    await desk.api.db.delete(proposals).where(eq(proposals.id, open));
    await desk.send();
    expect(desk.smtp.received).toEqual([]);
  });

  it('to somebody who was erased: the choice goes', async () => {
    const id = await insertReader({ password_hash: 'of a password' });
    await propose(await insertColleague());
    await queueProposalMails(desk.api.db, desk.time.now);
    expect((await desk.api.call('DELETE', `/admin/administrators/${id}`)).status).toBe(204);
    await desk.api.call('DELETE', `/admin/users/${id}`);
    expect((await desk.api.call('DELETE', `/admin/personal-data/${id}`)).status).toBe(204);
    const [row] = await desk.api.db.select().from(users).where(eq(users.id, id));
    expect(row).toMatchObject({ proposal_mails: false, proposal_mail_at: null });
    await desk.send();
    expect(desk.smtp.received).toEqual([]);
    expect(await desk.api.db.$count(mailQueue)).toBe(0);
  });
});
