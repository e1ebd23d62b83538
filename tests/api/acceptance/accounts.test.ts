import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { loginResponseSchema } from '~/contract/session';
import { WRONG_PASSWORD_MESSAGE } from '~/api/acceptance/acceptor';
import { LINK_MESSAGES } from '~/api/acceptance/open-link';
import { users } from '~/api/db/schema';
import { signInAs, errorOf } from '../../support/api';
import { insertApartment } from '../../support/places';
import {
  accept,
  desk,
  findUser,
  get,
  inOrder,
  insertAccount,
  inviteAndReceive,
  login,
  NEWCOMER,
  PASSWORD,
  preview,
  openDesk,
} from './accepting';

openDesk();

describe('someone who has an account', () => {
  it('accepts with its password; nothing else about it changes', async () => {
    const id = await insertAccount({ is_superuser: true });
    const before = await get(id);
    const { token } = await inviteAndReceive({ email: before.email.toLowerCase() });
    expect((await preview(token)).has_account).toBe(true);
    const response = await accept(token, { ...NEWCOMER, password: PASSWORD });
    expect(response.status).toBe(204);
    const after = await get(id);
    expect(after).toEqual({
      ...before,
      email_verified: true,
      updated_at: after.updated_at,
      condo_associations: [expect.objectContaining({ role: 'building_manager' })],
    });
    expect((await login(before.email, PASSWORD)).status).toBe(200);
    const [row] = await desk.api.db.select().from(users).where(eq(users.id, id));
    expect(row?.is_superuser).toBe(true);
  });

  it('is rejected with another password, and after ten of them for a while', async () => {
    const id = await insertAccount();
    const { email } = await get(id);
    const { token } = await inviteAndReceive({ email });
    for (let count = 0; count < 10; count += 1) {
      expect(await errorOf(await accept(token, NEWCOMER))).toMatchObject({
        status: 422,
        errors: [{ field: 'password', message: WRONG_PASSWORD_MESSAGE }],
      });
    }
    expect((await errorOf(await accept(token, { password: PASSWORD }))).status).toBe(429);
    expect((await get(id)).condo_associations).toEqual([]);
    expect((await accept(token, { password: PASSWORD }, '203.0.113.5')).status).toBe(204);
  });

  it('cannot be guessed at by many links opened at the same time, and an accepted one counts for nothing', async () => {
    const id = await insertAccount();
    const { email } = await get(id);
    const own = await inviteAndReceive({ email });
    expect((await accept(own.token, { password: PASSWORD })).status).toBe(204);
    const { token } = await inviteAndReceive({
      email,
      role: 'owner',
      apartment_id: desk.apartment,
    });
    // The right one is so late that none of the first ten can be it, in whatever order they are checked.
    const guesses = Array.from({ length: 100 }, (_, index) =>
      accept(token, { password: index === 90 ? PASSWORD : 'wrong' }),
    );
    const answers = await Promise.all(guesses);
    expect(inOrder(answers)).toEqual([
      ...Array.from({ length: 10 }, () => 422),
      ...Array.from({ length: 90 }, () => 429),
    ]);
    // The burst as such is rejected, or, where it takes longer, what comes after ten failures.
    const rejected = answers.filter(({ status }) => status === 429);
    for (const { detail } of await Promise.all(rejected.map(errorOf)))
      expect(detail).toMatch(/^Too many (sign-ins at once|failed sign-ins)/);
    // Sign-ins to the same account share the count.
    expect((await login(email, PASSWORD, '192.0.2.1')).status).toBe(429);
    expect((await login(email, PASSWORD, '192.0.2.2')).status).toBe(200);
  });

  it('must give a password', async () => {
    const { email } = await get(await insertAccount());
    const { token } = await inviteAndReceive({ email });
    expect(await errorOf(await accept(token, {}))).toMatchObject({
      status: 422,
      errors: [{ field: 'password', message: 'Password is required' }],
    });
  });

  it('accepts two invitations one after the other, or both at once', async () => {
    const first = await inviteAndReceive({ email: 'both@example.com' });
    const second = await inviteAndReceive({
      email: 'both@example.com',
      role: 'owner',
      apartment_id: desk.apartment,
    });
    const answers = await Promise.all([
      accept(first.token, NEWCOMER),
      accept(second.token, NEWCOMER),
    ]);
    const statuses = answers.map((answer) => answer.status);
    // At the same moment, the second one may find that the account has just been made.
    expect([
      [204, 204],
      [204, 409],
      [409, 204],
    ]).toContainEqual(statuses);
    for (const [index, { token }] of [first, second].entries()) {
      if (statuses[index] === 409) await accept(token, { password: NEWCOMER.password });
    }
    expect((await findUser('both@example.com'))?.condo_associations).toHaveLength(2);
  });

  it('gets a new one where the old one was closed, without its rights', async () => {
    const id = await insertAccount({ is_superuser: true });
    const { email } = await get(id);
    expect((await desk.api.call('DELETE', `/admin/users/${id}`)).status).toBe(204);
    const { token } = await inviteAndReceive({ email });
    expect((await preview(token)).has_account).toBe(false);
    expect((await accept(token, { password: PASSWORD })).status).toBe(422);
    expect((await get(id)).is_active).toBe(false);
    expect((await accept(token, NEWCOMER)).status).toBe(204);
    expect(await get(id)).toMatchObject({ id, first_name: 'Anna', is_active: true });
    expect((await login(email, PASSWORD)).status).toBe(401);
    const { answer } = await login(email, NEWCOMER.password);
    expect(loginResponseSchema.parse(answer).user.is_superuser).toBe(false);
  });

  it('that was deactivated in the meantime is not let in by an older invitation', async () => {
    const id = await insertAccount();
    const { email } = await get(id);
    const { token } = await inviteAndReceive({ email });
    await desk.api.call('DELETE', `/admin/users/${id}`);
    for (const body of [NEWCOMER, { password: PASSWORD }]) {
      expect(await errorOf(await accept(token, body))).toEqual({
        status: 410,
        detail: LINK_MESSAGES.withdrawn,
      });
    }
    expect((await get(id)).is_active).toBe(false);
  });
});

describe('at the same moment', () => {
  it.each([
    ['Delete of the invitation', 404, (id: number) => `/admin/invitations/${id}`],
    ['Delete of the apartment', 400, (_: number, home: number) => `/admin/apartments/${home}`],
  ])('accepting and %s end in one or the other', async (_, rejected, path) => {
    for (let round = 0; round < 8; round += 1) {
      const apartment = await insertApartment(desk.api.db, desk.condo, `R${crypto.randomUUID()}`);
      const { token, id, email } = await inviteAndReceive({
        role: 'owner',
        apartment_id: apartment,
      });
      const [accepted, deleted] = await Promise.all([
        accept(token, NEWCOMER),
        desk.api.call('DELETE', path(id, apartment)),
      ]);
      const user = await findUser(email);
      const { status, detail } = accepted.ok
        ? { status: accepted.status, detail: '' }
        : await errorOf(accepted);
      const homes = user?.condo_associations.length ?? null;
      expect([
        { status: 204, detail: '', deleted: rejected, homes: 1 },
        { status: 410, detail: LINK_MESSAGES.withdrawn, deleted: 204, homes: null },
      ]).toContainEqual({ status, detail, deleted: deleted.status, homes });
    }
  });

  it('accepting and deactivating leave nobody half-way', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { userId } = await signInAs(desk.api.db, {
        email: `race${round}@example.com`,
        password_hash: 'plain:the password they have',
      });
      const { token } = await inviteAndReceive({ email: `race${round}@example.com` });
      const [accepted, deleted] = await Promise.all([
        accept(token, { password: 'the password they have' }),
        desk.api.call('DELETE', `/admin/users/${userId}`),
      ]);
      expect(deleted.status).toBe(204);
      // 422: the account was closed between two looks at it, so names are asked for; the next try is 410.
      expect([204, 409, 410, 422]).toContain(accepted.status);
      expect(await findUser(`race${round}@example.com`)).toMatchObject({
        is_active: false,
        condo_associations: [],
      });
    }
  });

  it('a part that fails leaves everything as it was', async () => {
    const { token, email, id } = await inviteAndReceive();
    const { pool } = desk.api.database;
    await pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger refuse before insert on user_condo_associations execute function refuse()`);
    expect((await accept(token, NEWCOMER)).status).toBe(500);
    await pool.query('drop trigger refuse on user_condo_associations; drop function refuse');
    expect(await findUser(email)).toBeNull();
    expect((await desk.pending()).map((invitation) => invitation.id)).toEqual([id]);
    expect((await accept(token, NEWCOMER)).status).toBe(204);
  });
});
