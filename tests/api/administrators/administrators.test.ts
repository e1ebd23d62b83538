import { and, eq } from 'drizzle-orm';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { acceptPreviewSchema } from '~/contract/acceptance';
import { apiErrorSchema } from '~/contract/error';
import { loginResponseSchema } from '~/contract/session';
import {
  administratorInvitationListSchema,
  administratorInvitationSchema,
  administratorListSchema,
} from '~/contract/administrator';
import { administratorInvitations, rateLimits } from '~/api/db/account-schema';
import { mailQueue } from '~/api/db/operations-schema';
import { users } from '~/api/db/schema';
import { createRequest, insertUser, signInAs } from '../../support/api';
import { openInvitationDesk } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { silentLog } from '../../support/silent-log';
import { waitingCalls } from '../../support/waiting-calls';
import { perFile } from '../../support/opened';

const PATH = '/admin/administrators';
const EMAIL = 'new@example.com';
const NEWCOMER = { first_name: 'Anna', last_name: 'Muster', password: 'four words make one' };
const PASSWORD = 'the password they have';

const desk = perFile(openInvitationDesk);
let start: Date;
beforeAll(() => {
  start = desk.time.now;
});
afterEach(async () => {
  desk.time.now = start;
  await desk.api.db.delete(administratorInvitations);
  await desk.api.db.delete(rateLimits);
  await desk.api.db.update(users).set({ is_superuser: false });
  await desk.api.db
    .update(users)
    .set({ is_superuser: true, is_active: true })
    .where(eq(users.id, desk.api.adminId));
  desk.smtp.received.length = 0;
});

const invite = (email = EMAIL) => desk.api.call('POST', `${PATH}/invitations`, { email });

async function inviteAndReceive(email = EMAIL): Promise<string> {
  expect((await invite(email)).status).toBe(201);
  return desk.tokenFor(email);
}

function call(method: string, path: string, token: string, body?: object) {
  return desk.api.fetch(createRequest(method, path, body, token));
}

function accept(token: string, body: object) {
  return desk.api.fetch(createRequest('POST', '/invitations/accept', { token, ...body }), {
    address: '192.0.2.1',
  });
}

async function login(email: string, password: string): Promise<string> {
  const response = await desk.api.fetch(
    createRequest('POST', '/auth/login', { username: email, password }),
  );
  return loginResponseSchema.parse(await response.json()).access_token;
}

async function administrators() {
  return (await desk.api.read(administratorListSchema, 'GET', PATH)).map(({ email }) => email);
}

const pending = () =>
  desk.api.read(administratorInvitationListSchema, 'GET', `${PATH}/invitations`);

async function detailOf(response: Response): Promise<unknown> {
  return apiErrorSchema.parse(await response.json()).detail;
}

describe('inviting an administrator', () => {
  it('mails a link by which a new person becomes one, once', async () => {
    const response = await invite();
    expect(response.status).toBe(201);
    expect(administratorInvitationSchema.parse(await response.json())).toMatchObject({
      email: EMAIL,
      mail: { state: 'queued' },
    });
    const token = await desk.tokenFor(EMAIL);
    const { mail } = must(desk.smtp.received.at(-1), 'mail');
    expect(mail.subject).toBe('Your invitation to Condo Admin');
    expect(mail.text).toContain('become an administrator');
    expect(await pending()).toMatchObject([{ email: EMAIL, mail: { state: 'sent' } }]);
    expect(await desk.api.db.$count(mailQueue)).toBe(0);

    const opened = await desk.api.fetch(createRequest('GET', `/invitations/accept?token=${token}`));
    expect(acceptPreviewSchema.parse(await opened.json())).toEqual({
      email: EMAIL,
      role: 'super_admin',
      condo_name: null,
      apartment_number: null,
      has_account: false,
      by_provider_alone: false,
    });
    expect((await accept(token, NEWCOMER)).status).toBe(204);
    expect(await pending()).toEqual([]);
    expect(await administrators()).toContain(EMAIL);
    const session = await login(EMAIL, NEWCOMER.password);
    expect((await call('GET', PATH, session)).status).toBe(200);
    const again = await accept(token, NEWCOMER);
    expect(again.status).toBe(410);
    expect(await detailOf(again)).toBe('This invitation has already been accepted.');
  });

  it('asks someone with an account for its own password, and ends its sessions', async () => {
    const email = 'renter@example.com';
    await insertUser(desk.api.db, { email, password_hash: `plain:${PASSWORD}` });
    const renter = await login(email, PASSWORD);
    const token = await inviteAndReceive('Renter@example.com');
    expect((await accept(token, NEWCOMER)).status).toBe(422);
    expect(await administrators()).not.toContain(email);
    expect((await accept(token, { password: PASSWORD })).status).toBe(204);
    expect((await call('GET', PATH, renter)).status).toBe(401);
    expect((await call('GET', PATH, await login(email, PASSWORD))).status).toBe(200);
  });

  it('that is withdrawn while its mail is written is no failure of the queue', async () => {
    const failed = vi.spyOn(silentLog, 'error');
    await invite();
    const sent = await desk.api.db.transaction(async (tx) => {
      await tx.select().from(administratorInvitations).for('update');
      const sending = desk.send();
      await waitingCalls(desk.api, 1);
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
    const other = await desk.api.call('POST', '/admin/invite-user', {
      email: EMAIL,
      role: 'super_admin',
      condo_id: desk.condo,
    });
    expect(other.status).toBe(422);
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
    for (const token of [first, second]) {
      const opened = createRequest('GET', `/invitations/accept?token=${token}`);
      expect((await desk.api.fetch(opened)).status).toBe(200);
    }
    expect((await accept(first, NEWCOMER)).status).toBe(204);
    expect((await accept(second, NEWCOMER)).status).toBe(410);
  });

  it('rejects who is one already; its link ends with a week or its withdrawal', async () => {
    const email = 'chief@example.com';
    await insertUser(desk.api.db, { email, is_superuser: true, password_hash: 'plain:x' });
    expect((await invite(email)).status).toBe(409);
    const response = await invite('gone@example.com');
    const { id } = administratorInvitationSchema.parse(await response.json());
    const gone = await desk.tokenFor('gone@example.com');
    const path = `${PATH}/invitations/${id}`;
    expect((await desk.api.call('DELETE', path)).status).toBe(204);
    expect((await desk.api.call('DELETE', path)).status).toBe(404);
    expect((await accept(gone, NEWCOMER)).status).toBe(404);
    const late = await inviteAndReceive('late@example.com');
    desk.travel(8 * 24 * 60 * 60);
    expect((await accept(late, NEWCOMER)).status).toBe(410);
  });
});

describe('withdrawing rights', () => {
  const withdraw = (id: number, token = desk.api.token) => call('DELETE', `${PATH}/${id}`, token);

  it('ends them, the sessions and the invitations of the other one; the account stays', async () => {
    const other = await signInAs(desk.api.db, {
      is_superuser: true,
      password_hash: `plain:${PASSWORD}`,
    });
    await call('POST', `${PATH}/invitations`, other.token, { email: 'friend@example.com' });
    await invite('mine@example.com');
    expect((await withdraw(other.userId)).status).toBe(204);
    expect((await call('GET', PATH, other.token)).status).toBe(401);
    expect((await pending()).map(({ email }) => email)).toEqual(['mine@example.com']);
    const [row] = await desk.api.db.select().from(users).where(eq(users.id, other.userId));
    expect(row).toMatchObject({ is_active: true, is_superuser: false });
    const session = await login(row?.email ?? '', PASSWORD);
    expect((await call('GET', PATH, session)).status).toBe(403);
    expect((await withdraw(other.userId)).status).toBe(404);
  });

  it("is never one's own, and not for a person who is none", async () => {
    const own = await withdraw(desk.api.adminId);
    expect(own.status).toBe(400);
    expect(await detailOf(own)).toBe('You cannot withdraw your own rights.');
    expect((await withdraw(await insertUser(desk.api.db))).status).toBe(404);
    const { token } = await signInAs(desk.api.db);
    expect((await withdraw(desk.api.adminId, token)).status).toBe(403);
  });

  it.each([PATH, '/admin/users'])('leaves one when two remove each other by %s', async (path) => {
    for (let round = 0; round < 8; round += 1) {
      await desk.api.db.update(users).set({ is_superuser: false });
      const one = await signInAs(desk.api.db, { is_superuser: true });
      const two = await signInAs(desk.api.db, { is_superuser: true });
      const answers = await Promise.all([
        call('DELETE', `${path}/${two.userId}`, one.token),
        call('DELETE', `${path}/${one.userId}`, two.token),
      ]);
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
      const isLeft = and(eq(users.is_superuser, true), eq(users.is_active, true));
      expect(await desk.api.db.$count(users, isLeft)).toBe(1);
    }
  });

  it('lets nobody who was just removed invite themselves again', async () => {
    const one = await signInAs(desk.api.db, { is_superuser: true });
    const two = await signInAs(desk.api.db, { is_superuser: true });
    const answers: Promise<Response>[] = [];
    await desk.api.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, two.userId)).for('update');
      answers.push(withdraw(two.userId, one.token));
      await waitingCalls(desk.api, 1);
      answers.push(call('POST', `${PATH}/invitations`, two.token, { email: EMAIL }));
      await waitingCalls(desk.api, 2);
    });
    const [first, second] = await Promise.all(answers);
    expect([first?.status, second?.status]).toEqual([204, 401]);
    expect(await desk.api.db.$count(administratorInvitations)).toBe(0);
  });

  it('lets nobody who was just removed remove a third one', async () => {
    const one = await signInAs(desk.api.db, { is_superuser: true });
    const two = await signInAs(desk.api.db, { is_superuser: true });
    const three = await signInAs(desk.api.db, { is_superuser: true });
    const answers: Promise<Response>[] = [];
    // Both calls are let in, and wait for the same row one after the other.
    await desk.api.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, desk.api.adminId)).for('update');
      answers.push(withdraw(two.userId, one.token));
      await waitingCalls(desk.api, 1);
      answers.push(withdraw(three.userId, two.token));
      await waitingCalls(desk.api, 2);
    });
    const [first, second] = await Promise.all(answers);
    expect([first?.status, second?.status]).toEqual([204, 401]);
    const [row] = await desk.api.db.select().from(users).where(eq(users.id, three.userId));
    expect(row?.is_superuser).toBe(true);
  });
});
