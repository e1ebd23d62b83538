import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { acceptPreviewSchema } from '~/invitations/acceptance';
import { administratorInvitationSchema, administratorSchema } from '~/accounts/administrator';
import { administratorInvitations, rateLimits } from '~/platform/database/schema/account';
import { mailQueue } from '~/platform/database/schema/operations';
import { users } from '~/platform/database/schema/records';
import { insertUser, logIn, rejectionOf, signInAs, tokenIn, type Calls } from '../../support/api';
import { inOrder, waitingCalls } from '../../support/connections';
import { NEWCOMER, deskPerFile } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { silentLog } from '../../support/silent-log';

const PATH = '/admin/administrators';
const EMAIL = 'new@example.com';
const PASSWORD = 'the password they have';

const desk = deskPerFile();
let start: Date;
beforeAll(() => {
  start = desk.time.now;
});
afterEach(async () => {
  desk.time.now = start;
  const { db, adminId } = desk.api;
  await db.delete(administratorInvitations);
  await db.delete(rateLimits);
  await db.update(users).set({ is_superuser: eq(users.id, adminId) });
  await db.update(users).set({ is_active: true }).where(eq(users.id, adminId));
  desk.smtp.received.length = 0;
});

const invite = (email = EMAIL) => desk.api.call('POST', `${PATH}/invitations`, { email });

async function inviteAndReceive(email = EMAIL): Promise<string> {
  expect((await invite(email)).status).toBe(201);
  return desk.tokenFor(email);
}

const login = (username: string, password: string) =>
  tokenIn(logIn(desk.api, { username, password }));

/** The status of what is for administrators alone. */
const statusOf = async (token: string) => (await desk.api.as(token).call('GET', PATH)).status;

async function administrators() {
  return (await desk.api.read(administratorSchema.array(), 'GET', PATH)).map(({ email }) => email);
}

const pending = () =>
  desk.api.read(administratorInvitationSchema.array(), 'GET', `${PATH}/invitations`);

describe('inviting an administrator', () => {
  it('mails a link by which a new person becomes one, once', async () => {
    const invited = administratorInvitationSchema.parse(await (await invite()).json());
    expect(invited).toMatchObject({ email: EMAIL, mail: { state: 'queued' } });
    const token = await desk.tokenFor(EMAIL);
    const { mail } = must(desk.smtp.received.at(-1), 'mail');
    expect(mail.subject).toBe('Your invitation to Condo Admin');
    expect(mail.text).toContain('become an administrator');
    expect(await pending()).toMatchObject([{ email: EMAIL, mail: { state: 'sent' } }]);
    expect(await desk.api.db.$count(mailQueue)).toBe(0);

    const opened = await desk.open(token);
    expect(acceptPreviewSchema.parse(await opened.json())).toEqual({
      email: EMAIL,
      asks_address: false,
      role: 'super_admin',
      condo_name: null,
      apartment_number: null,
      has_account: false,
      by_provider_alone: false,
    });
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
    expect(await pending()).toEqual([]);
    expect(await administrators()).toContain(EMAIL);
    expect(await statusOf(await login(EMAIL, NEWCOMER.password))).toBe(200);
    const again = desk.accept(token, NEWCOMER);
    expect(await rejectionOf(again)).toBe('410 This invitation has already been accepted.');
  });

  it('asks someone with an account for its own password, and ends its sessions', async () => {
    const email = 'renter@example.com';
    await insertUser(desk.api.db, { email, password_hash: `plain:${PASSWORD}` });
    const renter = await login(email, PASSWORD);
    const token = await inviteAndReceive('Renter@example.com');
    expect((await desk.accept(token, NEWCOMER)).status).toBe(422);
    expect(await administrators()).not.toContain(email);
    expect((await desk.accept(token, { password: PASSWORD })).status).toBe(204);
    expect(await statusOf(renter)).toBe(401);
    expect(await statusOf(await login(email, PASSWORD))).toBe(200);
  });

  it('that is withdrawn while its mail is written is no failure of the queue', async () => {
    const failed = vi.spyOn(silentLog, 'error');
    await invite();
    const sent = await desk.api.db.transaction(async (tx) => {
      await tx.select().from(administratorInvitations).for('update');
      const sending = desk.send();
      await waitingCalls(desk.api.database, 1);
      await tx.delete(administratorInvitations);
      return () => sending;
    });
    expect(await sent()).toBe(1);
    expect(failed).not.toHaveBeenCalled();
    expect(desk.smtp.received).toEqual([]);
    failed.mockRestore();
  });

  it('is a kind of its own: in no list of invitations, and not to be made there', async () => {
    await invite();
    expect(await desk.pending()).toEqual([]);
    const other = { email: EMAIL, role: 'super_admin', condo_id: desk.condo };
    expect((await desk.api.call('POST', '/admin/invite-user', other)).status).toBe(422);
  });

  it('sends a new link at most once a minute, also of two at once; both links work', async () => {
    const both = await Promise.all([invite(), invite(EMAIL.toUpperCase())]);
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 429]));
    expect(both.find(({ status }) => status === 429)?.headers.get('retry-after')).toBe('60');
    const first = await desk.tokenFor(EMAIL);
    desk.travel(61);
    const second = await inviteAndReceive();
    expect(second).not.toBe(first);
    expect(await pending()).toHaveLength(1);
    for (const token of [first, second]) expect((await desk.open(token)).status).toBe(200);
    expect((await desk.accept(first, NEWCOMER)).status).toBe(204);
    expect((await desk.accept(second, NEWCOMER)).status).toBe(410);
  });

  it('rejects who is one already; its link ends with a week or its withdrawal', async () => {
    const email = 'chief@example.com';
    await insertUser(desk.api.db, { email, is_superuser: true, password_hash: 'plain:x' });
    expect((await invite(email)).status).toBe(409);
    const response = await invite('gone@example.com');
    const { id } = administratorInvitationSchema.parse(await response.json());
    const deletedToken = await desk.tokenFor('gone@example.com');
    const path = `${PATH}/invitations/${id}`;
    expect((await desk.api.call('DELETE', path)).status).toBe(204);
    expect((await desk.api.call('DELETE', path)).status).toBe(404);
    expect((await desk.accept(deletedToken, NEWCOMER)).status).toBe(404);
    const late = await inviteAndReceive('late@example.com');
    desk.travel(8 * 24 * 60 * 60);
    expect((await desk.accept(late, NEWCOMER)).status).toBe(410);
  });
});

describe('withdrawing rights', () => {
  const withdraw = (id: number, token = desk.api.token) =>
    desk.api.as(token).call('DELETE', `${PATH}/${id}`);

  it('ends them, the sessions and the invitations of the other one; the account stays', async () => {
    const other = await desk.api.administrator({ password_hash: `plain:${PASSWORD}` });
    await other.call('POST', `${PATH}/invitations`, { email: 'friend@example.com' });
    await invite('mine@example.com');
    expect((await withdraw(other.userId)).status).toBe(204);
    expect(await statusOf(other.token)).toBe(401);
    expect((await pending()).map(({ email }) => email)).toEqual(['mine@example.com']);
    const [row] = await desk.api.db.select().from(users).where(eq(users.id, other.userId));
    expect(row).toMatchObject({ is_active: true, is_superuser: false });
    expect(await statusOf(await login(row?.email ?? '', PASSWORD))).toBe(403);
    expect((await withdraw(other.userId)).status).toBe(404);
  });

  it("is never one's own, and not for a person who is none", async () => {
    const own = withdraw(desk.api.adminId);
    expect(await rejectionOf(own)).toBe('400 You cannot withdraw your own rights.');
    expect((await withdraw(await insertUser(desk.api.db))).status).toBe(404);
    const { token } = await signInAs(desk.api.db);
    expect((await withdraw(desk.api.adminId, token)).status).toBe(403);
  });

  it.each([PATH, '/admin/users'])('leaves one when two remove each other by %s', async (path) => {
    for (let round = 0; round < 8; round += 1) {
      await desk.api.db.update(users).set({ is_superuser: false });
      const one = await desk.api.administrator();
      const two = await desk.api.administrator();
      const answers = await Promise.all([
        one.call('DELETE', `${path}/${two.userId}`),
        two.call('DELETE', `${path}/${one.userId}`),
      ]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      const isLeft = and(eq(users.is_superuser, true), eq(users.is_active, true));
      expect(await desk.api.db.$count(users, isLeft)).toBe(1);
    }
  });

  it('lets nobody who was just removed invite themselves again, or remove a third one', async () => {
    const { api } = desk;
    const third = await api.administrator();
    const acts: Array<Parameters<Calls['call']>> = [
      ['POST', `${PATH}/invitations`, { email: EMAIL }],
      ['DELETE', `${PATH}/${third.userId}`],
    ];
    for (const act of acts) {
      const [one, two] = [await api.administrator(), await api.administrator()];
      const lock = `select from users where id = ${two.userId} for update`;
      // Both calls are let in.
      const calls = [() => withdraw(two.userId, one.token), () => two.call(...act)];
      expect(await inOrder(api.database, lock, calls)).toEqual([204, 401]);
    }
    expect(await api.db.$count(administratorInvitations)).toBe(0);
    const [row] = await api.db.select().from(users).where(eq(users.id, third.userId));
    expect(row?.is_superuser).toBe(true);
  });
});
