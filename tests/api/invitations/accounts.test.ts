import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { userCondoAssociations, users } from '~/platform/database/schema/records';
import { errorOf, fieldError, rejectionOf, statusesOf } from '../../support/api';
import { NEWCOMER } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { insertApartment } from '../../support/places';
import {
  desk,
  findUser,
  get,
  insertAccount,
  inviteAndReceive,
  login,
  PASSWORD,
  preview,
  openDesk,
  signsInAsAdministrator,
} from './accepting';
import { englishOf } from '~/language/sentence';

openDesk();

const emailOf = async (id: number) => must((await get(id)).email, 'e-mail');

describe('someone who has an account', () => {
  it('accepts with its password; nothing else about it changes', async () => {
    const id = await insertAccount({ is_superuser: true });
    const before = await get(id);
    const email = must(before.email, 'e-mail');
    const { token } = await inviteAndReceive({ email: email.toLowerCase() });
    expect((await preview(token)).has_account).toBe(true);
    const accepted = await desk.accept(token, { ...NEWCOMER, password: PASSWORD });
    expect(accepted.status).toBe(204);
    const after = await get(id);
    expect(after).toEqual({
      ...before,
      email_verified: true,
      updated_at: after.updated_at,
      condo_associations: [expect.objectContaining({ role: 'building_manager' })],
    });
    expect((await login(email, PASSWORD)).status).toBe(200);
    const [row] = await desk.api.db.select().from(users).where(eq(users.id, id));
    expect(row?.is_superuser).toBe(true);
  });

  it('is rejected with another password, and after ten of them for a while', async () => {
    const id = await insertAccount();
    const email = await emailOf(id);
    const { token } = await inviteAndReceive({ email });
    for (let count = 0; count < 10; count += 1) {
      const wrong = fieldError('password', englishOf('wrong_account_password'));
      expect(await errorOf(desk.accept(token, NEWCOMER))).toEqual(wrong);
    }
    expect((await errorOf(desk.accept(token, { password: PASSWORD }))).status).toBe(429);
    expect((await get(id)).condo_associations).toEqual([]);
    expect((await desk.accept(token, { password: PASSWORD }, '203.0.113.5')).status).toBe(204);
  });

  it('cannot be guessed at by many links opened at the same time, and an accepted one counts for nothing', async () => {
    const id = await insertAccount();
    const email = await emailOf(id);
    const own = await inviteAndReceive({ email });
    expect((await desk.accept(own.token, { password: PASSWORD })).status).toBe(204);
    const home = { role: 'owner', apartment_id: desk.apartment };
    const { token } = await inviteAndReceive({ email, ...home });
    // The right one is so late that none of the first ten can be it, in whatever order they are checked.
    const guesses = Array.from({ length: 100 }, (_, index) =>
      desk.accept(token, { password: index === 90 ? PASSWORD : 'wrong' }),
    );
    expect(await statusesOf(guesses)).toEqual([
      ...Array.from({ length: 10 }, () => 422),
      ...Array.from({ length: 90 }, () => 429),
    ]);
    const answers = await Promise.all(guesses);
    // The burst as such is rejected, or, where it takes longer, what comes after ten failures.
    const rejected = answers.filter(({ status }) => status === 429);
    for (const { detail } of await Promise.all(rejected.map(errorOf)))
      expect(detail).toMatch(/^Too many (sign-ins at once|failed sign-ins)/);
    // Sign-ins to the same account share the count.
    expect((await login(email, PASSWORD, '192.0.2.1')).status).toBe(429);
    expect((await login(email, PASSWORD, '192.0.2.2')).status).toBe(200);
  });

  it('must give a password', async () => {
    const email = await emailOf(await insertAccount());
    const { token } = await inviteAndReceive({ email });
    const missing = fieldError('password', 'Password is required');
    expect(await errorOf(desk.accept(token, {}))).toEqual(missing);
  });

  it('accepts two invitations one after the other, or both at once', async () => {
    const email = 'both@example.com';
    const home = { role: 'owner', apartment_id: desk.apartment };
    const both = [await inviteAndReceive({ email }), await inviteAndReceive({ email, ...home })];
    const answers = await Promise.all(both.map(({ token }) => desk.accept(token, NEWCOMER)));
    const statuses = answers.map((answer) => answer.status);
    // At the same moment, the second one may find that the account has just been made.
    expect([
      [204, 204],
      [204, 409],
      [409, 204],
    ]).toContainEqual(statuses);
    for (const [index, { token }] of both.entries()) {
      if (statuses[index] === 409) await desk.accept(token, { password: NEWCOMER.password });
    }
    expect((await findUser(email))?.condo_associations).toHaveLength(2);
  });

  it('keeps what is still to come there: a renter who has bought the apartment', async () => {
    const id = await insertAccount();
    const home = { condo_id: desk.condo, apartment_id: desk.apartment };
    const { token } = await inviteAndReceive({ email: await emailOf(id), role: 'renter', ...home });
    const bought = { user_id: id, ...home, role: 'owner', since: '2199-01-01' };
    const sent = await desk.api.call('POST', '/admin/user-condo-associations', bought);
    expect(sent.status).toBe(201);
    expect((await desk.accept(token, { password: PASSWORD })).status).toBe(204);
    const stored = await desk.api.db
      .select({ role: userCondoAssociations.role, since: userCondoAssociations.since })
      .from(userCondoAssociations)
      .where(eq(userCondoAssociations.user_id, id));
    expect(stored).toEqual(
      expect.arrayContaining([
        { role: 'owner', since: '2199-01-01' },
        { role: 'renter', since: null },
      ]),
    );
  });

  it('gets a new one where the old one was closed, without its rights', async () => {
    const id = await insertAccount({ is_superuser: true });
    const email = await emailOf(id);
    expect((await desk.api.call('DELETE', `/admin/users/${id}`)).status).toBe(204);
    const { token } = await inviteAndReceive({ email });
    expect((await preview(token)).has_account).toBe(false);
    expect((await desk.accept(token, { password: PASSWORD })).status).toBe(422);
    expect((await get(id)).is_active).toBe(false);
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
    expect(await get(id)).toMatchObject({ id, first_name: 'Anna', is_active: true });
    expect((await login(email, PASSWORD)).status).toBe(401);
    expect(await signsInAsAdministrator(email, NEWCOMER.password)).toBe(false);
  });

  it('that was deactivated in the meantime is not let in by an older invitation', async () => {
    const id = await insertAccount();
    const email = await emailOf(id);
    const { token } = await inviteAndReceive({ email });
    await desk.api.call('DELETE', `/admin/users/${id}`);
    for (const body of [NEWCOMER, { password: PASSWORD }]) {
      expect(await rejectionOf(desk.accept(token, body))).toBe(
        `410 ${englishOf('invitation_withdrawn')}`,
      );
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
      const home = { role: 'owner', apartment_id: apartment };
      const { token, id, email } = await inviteAndReceive(home);
      const [accepted, deleted] = await Promise.all([
        desk.accept(token, NEWCOMER),
        desk.api.call('DELETE', path(id, apartment)),
      ]);
      const user = await findUser(email);
      const { status, detail } = accepted.ok
        ? { status: accepted.status, detail: '' }
        : await errorOf(accepted);
      const homes = user?.condo_associations.length ?? null;
      expect([
        { status: 204, detail: '', deleted: rejected, homes: 1 },
        { status: 410, detail: englishOf('invitation_withdrawn'), deleted: 204, homes: null },
      ]).toContainEqual({ status, detail, deleted: deleted.status, homes });
    }
  });

  it('accepting and deactivating leave nobody half-way', async () => {
    for (let round = 0; round < 8; round += 1) {
      const email = `race${round}@example.com`;
      const id = await insertAccount({ email });
      const { token } = await inviteAndReceive({ email });
      const [accepted, deleted] = await Promise.all([
        desk.accept(token, { password: PASSWORD }),
        desk.api.call('DELETE', `/admin/users/${id}`),
      ]);
      expect(deleted.status).toBe(204);
      // 422: the account was closed between two looks at it, so names are asked for; the next try is 410.
      expect([204, 409, 410, 422]).toContain(accepted.status);
      expect(await findUser(email)).toMatchObject({
        is_active: false,
        condo_associations: [],
      });
    }
  });

  it('a part that fails leaves everything as it was', async () => {
    const { token, email, id } = await inviteAndReceive();
    const { pool } = desk.api.database;
    await pool.query(`
      create function reject() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger reject before insert on user_condo_associations execute function reject()`);
    expect((await desk.accept(token, NEWCOMER)).status).toBe(500);
    await pool.query('drop trigger reject on user_condo_associations; drop function reject');
    expect(await findUser(email)).toBeNull();
    expect((await desk.pending()).map((invitation) => invitation.id)).toEqual([id]);
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
  });
});
