import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { createToken } from '~/accounts/server/tokens';
import { invitations, users } from '~/platform/database/schema/records';
import { callsOf, errorOf, rejectionOf, statusesOf, tokenIn } from '../../support/api';
import { NEWCOMER } from '../../support/invitation-desk';
import { insertApartment, insertCondo } from '../../support/places';
import {
  desk,
  findUser,
  inviteAndReceive,
  login,
  preview,
  openDesk,
  signsInAsAdministrator,
} from './accepting';
import { englishOf } from '~/language/sentence';

openDesk();

describe('a newcomer', () => {
  it('sees what the link invites to, as often as they like', async () => {
    const home = { role: 'renter', apartment_id: desk.apartment };
    const { token, email } = await inviteAndReceive(home);
    const expected = {
      email,
      role: 'renter',
      condo_name: 'Seeblick',
      apartment_number: '12',
      asks_address: false,
      has_account: false,
      by_provider_alone: false,
    };
    expect(await preview(token)).toEqual(expected);
    expect(await preview(token)).toEqual(expected);
    expect((await desk.open(token)).headers.get('cache-control')).toBe('no-store');
  });

  it('gets an account, the association, and leaves the pending list', async () => {
    const home = { role: 'renter', apartment_id: desk.apartment };
    const { token, email, id } = await inviteAndReceive(home);
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
    expect(await findUser(email)).toMatchObject({
      first_name: 'Anna',
      last_name: 'Muster',
      email,
      is_active: true,
      email_verified: true,
      last_login: null,
      created_at: desk.time.now.toISOString(),
      condo_associations: [
        {
          condo_id: desk.condo,
          condo_name: 'Seeblick',
          apartment_number: '12',
          role: 'renter',
          created_at: desk.time.now.toISOString(),
        },
      ],
    });
    expect(await desk.pending()).toEqual([]);
    const [row] = await desk.api.db.select().from(invitations).where(eq(invitations.id, id));
    expect(row).toMatchObject({ status: 'accepted', accepted_at: desk.time.now });
  });

  it('can sign in afterwards, and is not an administrator', async () => {
    const { token, email } = await inviteAndReceive();
    await desk.accept(token, { ...NEWCOMER, is_superuser: true });
    const { password } = NEWCOMER;
    expect(await signsInAsAdministrator(email.toUpperCase(), password)).toBe(false);
    const session = await tokenIn(login(email, password));
    expect((await desk.api.as(session).call('GET', '/admin/users')).status).toBe(403);
  });

  it.each([
    [{ first_name: ' ' }, 'first_name', 'First name is required'],
    [{ last_name: undefined }, 'last_name', 'Last name is required'],
    [{ password: undefined }, 'password', 'Password is required'],
    [{ password: 'elevenchars' }, 'password', 'Password must be at least 12 characters'],
    [{ password: 'PassWord1234' }, 'password', 'This password is too common'],
    [{ password: 'guest@common.example.com' }, 'password', 'This password is too common'],
    [{ first_name: 'A\0' }, 'first_name', 'NUL'],
  ])('is rejected with %o, and may try again', async (fields, field, message) => {
    await desk.api.db.delete(users).where(eq(users.email, 'guest@common.example.com'));
    const { token } = await inviteAndReceive({ email: 'guest@common.example.com' });
    const rejected = desk.accept(token, { ...NEWCOMER, ...fields });
    const { status, detail, errors } = await errorOf(rejected);
    expect(status).toBe(422);
    expect(errors?.map((error) => error.field)).toEqual([field]);
    expect(detail).toContain(message);
    expect(await findUser('guest@common.example.com')).toBeNull();
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
  });

  it('takes any long password that is not common, spaces and all', async () => {
    for (const password of [
      '   leading and trailing   ',
      'пароль достаточно длинный',
      '🐎🔋📎✅ staples',
    ]) {
      const { token, email } = await inviteAndReceive();
      expect((await desk.accept(token, { ...NEWCOMER, password })).status).toBe(204);
      expect((await login(email, password)).status).toBe(200);
    }
  });
});

describe('a link', () => {
  it('works once, also for two browsers at the same moment', async () => {
    const { token, email } = await inviteAndReceive();
    const answers = Array.from({ length: 4 }, () => desk.accept(token, NEWCOMER));
    expect(await statusesOf(answers)).toEqual([204, 410, 410, 410]);
    for (const late of [desk.accept(token, NEWCOMER), desk.open(token)]) {
      expect(await rejectionOf(late)).toBe(`410 ${englishOf('invitation_accepted')}`);
    }
    expect((await findUser(email))?.condo_associations).toHaveLength(1);
  });

  it('ends after seven days', async () => {
    const { token } = await inviteAndReceive();
    desk.travel(7 * 86_400 - 1);
    expect((await desk.open(token)).status).toBe(200);
    desk.travel(1);
    expect(await rejectionOf(desk.open(token))).toBe(`410 ${englishOf('invitation_expired')}`);
    expect((await desk.accept(token, NEWCOMER)).status).toBe(410);
  });

  it('ends when a newer one was mailed', async () => {
    const { token, id, email } = await inviteAndReceive();
    desk.travel(60);
    await desk.resend(id);
    expect((await desk.open(token)).status).toBe(200);
    const newer = await desk.tokenFor(email);
    for (const old of [desk.open(token), desk.accept(token, NEWCOMER)]) {
      expect(await rejectionOf(old)).toBe(`410 ${englishOf('invitation_replaced')}`);
    }
    expect((await desk.accept(newer, NEWCOMER)).status).toBe(204);
  });

  it.each([
    ['the invitation', (id: number) => `/admin/invitations/${id}`],
    ['its apartment', (_: number, home: number) => `/admin/apartments/${home}`],
    ['its building', (_: number, __: number, condo: number) => `/admin/condos/${condo}`],
  ])('ends with %s, and nothing is left behind', async (_, path) => {
    const condo = await insertCondo(desk.api.db, 'Short-lived');
    const apartment = await insertApartment(desk.api.db, condo);
    const home = { role: 'owner', condo_id: condo, apartment_id: apartment };
    const { token, id, email } = await inviteAndReceive(home);
    expect((await desk.api.call('DELETE', path(id, apartment, condo))).status).toBe(204);
    expect(await desk.pending()).toEqual([]);
    for (const late of [desk.open(token), desk.accept(token, NEWCOMER)]) {
      expect(await rejectionOf(late)).toBe(`410 ${englishOf('invitation_withdrawn')}`);
    }
    expect(await findUser(email)).toBeNull();
  });

  it('is rejected when it is unknown or ended', async () => {
    expect(await rejectionOf(desk.open(createToken()))).toBe(
      `404 ${englishOf('unknown_invitation')}`,
    );
    expect((await desk.accept(createToken(), NEWCOMER)).status).toBe(404);
    for (const token of ['', 'short', 'x'.repeat(201), 'x'.repeat(30) + '\0']) {
      const error = { status: 422, errors: [{ field: 'token' }] };
      expect(await errorOf(desk.open(token))).toMatchObject(error);
      expect((await desk.accept(token, NEWCOMER)).status).toBe(422);
    }
    expect((await callsOf(desk.api).call('GET', '/invitations/accept')).status).toBe(422);
  });

  it('cannot be guessed at for long from one address', async () => {
    const { token } = await inviteAndReceive();
    for (let count = 0; count < 20; count += 1) {
      expect((await desk.open(createToken(), '198.51.100.7')).status).toBe(404);
    }
    const stopped = await desk.open(createToken(), '198.51.100.7');
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(stopped.status).toBe(429);
    expect((await desk.accept(createToken(), NEWCOMER, '198.51.100.7')).status).toBe(429);
    expect((await desk.open(createToken(), '198.51.100.8')).status).toBe(404);
    // People who share the address and have a valid link are not affected.
    expect((await desk.accept(token, NEWCOMER, '198.51.100.7')).status).toBe(204);
  });
});
