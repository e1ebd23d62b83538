import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { acceptPreviewSchema } from '~/contract/acceptance';
import { apiErrorSchema } from '~/contract/error';
import { loginResponseSchema } from '~/contract/session';
import { userListSchema, userSchema } from '~/contract/user';
import { z } from '~/contract/zod';
import { WRONG_PASSWORD_MESSAGE } from '~/api/acceptance/acceptance';
import { LINK_MESSAGES } from '~/api/acceptance/open-link';
import { createToken } from '~/api/auth/tokens';
import { invitations, rateLimits, userCondoAssociations, users } from '~/api/db/schema';
import { createRequest, insertUser, signInAs } from '../../support/api';
import { openInvitationDesk, type InvitationDesk } from '../../support/invitation-desk';
import { insertApartment, insertCondo } from '../../support/places';

const strictPreview = z.strictObject(acceptPreviewSchema.shape);
const NEWCOMER = { first_name: 'Anna', last_name: 'Muster', password: 'four words make one' };

const PASSWORD = 'the password they have';

let desk: InvitationDesk;
let start: Date;
beforeAll(async () => {
  desk = await openInvitationDesk();
  start = desk.time.now;
});
afterAll(() => desk.close());
afterEach(async () => {
  desk.time.now = start;
  await desk.api.db.delete(invitations);
  await desk.api.db.delete(userCondoAssociations);
  await desk.api.db.delete(rateLimits);
});

async function refusal(response: Response) {
  return { status: response.status, ...apiErrorSchema.parse(await response.json()) };
}

/** The statuses, smallest first. */
function inOrder(answers: readonly Response[]) {
  return answers.map((answer) => answer.status).toSorted((a, b) => a - b);
}

function look(token: string, address = '192.0.2.1') {
  const request = createRequest('GET', `/invitations/accept?token=${encodeURIComponent(token)}`);
  return desk.api.fetch(request, { address });
}

async function preview(token: string) {
  const response = await look(token);
  expect(response.status).toBe(200);
  return strictPreview.parse(await response.json());
}

function accept(token: string, body: object, address = '192.0.2.1') {
  return desk.api.fetch(createRequest('POST', '/invitations/accept', { token, ...body }), {
    address,
  });
}

/** Invites, and hands back the link's token as it arrived. */
async function inviteAndReceive(fields: object = {}) {
  const invitation = await desk.invite(fields);
  return { ...invitation, token: await desk.tokenFor(invitation.email) };
}

async function findUser(email: string) {
  const response = await desk.api.call('GET', `/admin/users?search=${encodeURIComponent(email)}`);
  const { data } = userListSchema.parse(await response.json());
  expect(data.length).toBeLessThanOrEqual(1);
  return data[0] ?? null;
}

async function login(username: string, password: string) {
  const response = await desk.api.fetch(
    createRequest('POST', '/auth/login', { username, password }),
  );
  const answer: unknown = await response.json();
  return { status: response.status, answer };
}

async function get(id: number) {
  const response = await desk.api.call('GET', `/admin/users/${id}`);
  return userSchema.parse(await response.json());
}

function insertAccount(fields: object = {}) {
  return insertUser(desk.api.db, {
    email: `Owner${crypto.randomUUID()}@Example.com`,
    first_name: 'Olga',
    last_name: 'Owner',
    password_hash: `plain:${PASSWORD}`,
    ...fields,
  });
}

describe('a newcomer', () => {
  it('sees what the link invites to, as often as they like', async () => {
    const { token, email } = await inviteAndReceive({
      role: 'renter',
      apartment_id: desk.apartment,
    });
    const expected = {
      email,
      role: 'renter',
      condo_name: 'Seeblick',
      apartment_number: '12',
      has_account: false,
    };
    expect(await preview(token)).toEqual(expected);
    expect(await preview(token)).toEqual(expected);
    expect((await look(token)).headers.get('cache-control')).toBe('no-store');
  });

  it('gets an account, the association, and leaves the pending list', async () => {
    const { token, email, id } = await inviteAndReceive({
      role: 'renter',
      apartment_id: desk.apartment,
    });
    const response = await accept(token, NEWCOMER);
    expect(response.status).toBe(204);
    const user = await findUser(email);
    expect(user).toMatchObject({
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

  it('can sign in afterwards, and is no administrator', async () => {
    const { token, email } = await inviteAndReceive();
    await accept(token, { ...NEWCOMER, is_superuser: true });
    const { status, answer } = await login(email.toUpperCase(), NEWCOMER.password);
    expect(status).toBe(200);
    const { access_token, user } = loginResponseSchema.parse(answer);
    expect(user.is_superuser).toBe(false);
    const refused = await desk.api.fetch(
      createRequest('GET', '/admin/users', undefined, access_token),
    );
    expect(refused.status).toBe(403);
  });

  it.each([
    [{ first_name: ' ' }, 'first_name', 'First name is required'],
    [{ last_name: undefined }, 'last_name', 'Last name is required'],
    [{ password: undefined }, 'password', 'Password is required'],
    [{ password: 'elevenchars' }, 'password', 'Password must be at least 12 characters'],
    [{ password: 'x'.repeat(257) }, 'password', 'Password must be at most 256 characters'],
    [{ password: 'PassWord1234' }, 'password', 'This password is too common'],
    [{ password: 'aaaaaaaaaaaa' }, 'password', 'This password is too common'],
    [{ password: '123456789012' }, 'password', 'This password is too common'],
    [{ password: 'guest@common.example.com' }, 'password', 'This password is too common'],
    [{ first_name: 'A\0' }, 'first_name', 'NUL'],
  ])('is refused %o, and may try again', async (fields, field, message) => {
    await desk.api.db.delete(users).where(eq(users.email, 'guest@common.example.com'));
    const { token } = await inviteAndReceive({ email: 'guest@common.example.com' });
    const { status, detail, errors } = await refusal(
      await accept(token, { ...NEWCOMER, ...fields }),
    );
    expect(status).toBe(422);
    expect(errors?.map((error) => error.field)).toEqual([field]);
    expect(detail).toContain(message);
    expect(await findUser('guest@common.example.com')).toBeNull();
    expect((await accept(token, NEWCOMER)).status).toBe(204);
  });

  it('takes any long password that is not common, spaces and all', async () => {
    for (const password of [
      '   leading and trailing   ',
      'пароль достаточно длинный',
      '🐎🔋📎✅ staples',
    ]) {
      const { token, email } = await inviteAndReceive();
      expect((await accept(token, { ...NEWCOMER, password })).status).toBe(204);
      expect((await login(email, password)).status).toBe(200);
    }
  });
});

describe('a link', () => {
  it('works once, also for two browsers at the same moment', async () => {
    const { token, email } = await inviteAndReceive();
    const answers = await Promise.all(Array.from({ length: 4 }, () => accept(token, NEWCOMER)));
    expect(inOrder(answers)).toEqual([204, 410, 410, 410]);
    const late = await accept(token, NEWCOMER);
    expect(await refusal(late)).toEqual({ status: 410, detail: LINK_MESSAGES.accepted });
    expect(await refusal(await look(token))).toMatchObject({ detail: LINK_MESSAGES.accepted });
    expect((await findUser(email))?.condo_associations).toHaveLength(1);
  });

  it('ends after seven days', async () => {
    const { token } = await inviteAndReceive();
    desk.travel(7 * 86_400 - 1);
    expect((await look(token)).status).toBe(200);
    desk.travel(1);
    expect(await refusal(await look(token))).toEqual({
      status: 410,
      detail: LINK_MESSAGES.expired,
    });
    expect((await refusal(await accept(token, NEWCOMER))).status).toBe(410);
  });

  it('ends when a newer one was mailed', async () => {
    const { token, id, email } = await inviteAndReceive();
    desk.travel(60);
    await desk.api.call('POST', `/admin/invitations/${id}/resend`);
    expect((await look(token)).status).toBe(200);
    const newer = await desk.tokenFor(email);
    for (const response of [await look(token), await accept(token, NEWCOMER)]) {
      expect(await refusal(response)).toEqual({ status: 410, detail: LINK_MESSAGES.replaced });
    }
    expect((await accept(newer, NEWCOMER)).status).toBe(204);
  });

  it.each([
    ['the invitation', (id: number) => `/admin/invitations/${id}`],
    [
      'its apartment',
      (_: number, __: number, apartment: number) => `/admin/apartments/${apartment}`,
    ],
    ['its building', (_: number, condo: number) => `/admin/condos/${condo}`],
  ])('ends with %s, and nothing is left behind', async (_, path) => {
    const condo = await insertCondo(desk.api.db, 'Short-lived');
    const apartment = await insertApartment(desk.api.db, condo);
    const { token, id, email } = await inviteAndReceive({
      role: 'owner',
      condo_id: condo,
      apartment_id: apartment,
    });
    expect((await desk.api.call('DELETE', path(id, condo, apartment))).status).toBe(204);
    expect(await desk.pending()).toEqual([]);
    for (const response of [await look(token), await accept(token, NEWCOMER)]) {
      expect(await refusal(response)).toEqual({ status: 410, detail: LINK_MESSAGES.withdrawn });
    }
    expect(await findUser(email)).toBeNull();
  });

  it('is refused when it is none', async () => {
    expect(await refusal(await look(createToken()))).toEqual({
      status: 404,
      detail: LINK_MESSAGES.unknown,
    });
    expect((await refusal(await accept(createToken(), NEWCOMER))).status).toBe(404);
    for (const token of ['', 'short', 'x'.repeat(201), 'x'.repeat(30) + '\0']) {
      expect(await refusal(await look(token))).toMatchObject({
        status: 422,
        errors: [{ field: 'token' }],
      });
      expect((await refusal(await accept(token, NEWCOMER))).status).toBe(422);
    }
    expect((await desk.api.fetch(createRequest('GET', '/invitations/accept'))).status).toBe(422);
  });

  it('takes JSON objects alone', async () => {
    const send = (body: string, type = 'application/json') =>
      desk.api.fetch(
        new Request('http://panel.test/api/invitations/accept', {
          method: 'POST',
          headers: { 'content-type': type },
          body,
        }),
      );
    expect((await send('{')).status).toBe(400);
    expect((await send('[]')).status).toBe(422);
    expect((await send('token=x', 'text/plain')).status).toBe(415);
    expect((await desk.api.fetch(createRequest('DELETE', '/invitations/accept'))).status).toBe(405);
  });

  it('cannot be guessed at for long from one address', async () => {
    const { token } = await inviteAndReceive();
    for (let count = 0; count < 20; count += 1) {
      expect((await look(createToken(), '198.51.100.7')).status).toBe(404);
    }
    const stopped = await look(createToken(), '198.51.100.7');
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refusal(stopped)).toMatchObject({ status: 429 });
    expect((await accept(createToken(), NEWCOMER, '198.51.100.7')).status).toBe(429);
    expect((await look(createToken(), '198.51.100.8')).status).toBe(404);
    // Whoever shares the address, and holds a real link, is not held up.
    expect((await accept(token, NEWCOMER, '198.51.100.7')).status).toBe(204);
  });
});

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

  it('is refused with another password, and after ten of them for a while', async () => {
    const id = await insertAccount();
    const { email } = await get(id);
    const { token } = await inviteAndReceive({ email });
    for (let count = 0; count < 10; count += 1) {
      expect(await refusal(await accept(token, NEWCOMER))).toMatchObject({
        status: 422,
        errors: [{ field: 'password', message: WRONG_PASSWORD_MESSAGE }],
      });
    }
    expect((await refusal(await accept(token, { password: PASSWORD }))).status).toBe(429);
    expect((await get(id)).condo_associations).toEqual([]);
    expect((await accept(token, { password: PASSWORD }, '203.0.113.5')).status).toBe(204);
  });

  it('must give a password', async () => {
    const { email } = await get(await insertAccount());
    const { token } = await inviteAndReceive({ email });
    expect(await refusal(await accept(token, {}))).toMatchObject({
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

  it('that was deactivated meanwhile is not let in by an older invitation', async () => {
    const id = await insertAccount();
    const { email } = await get(id);
    const { token } = await inviteAndReceive({ email });
    await desk.api.call('DELETE', `/admin/users/${id}`);
    for (const body of [NEWCOMER, { password: PASSWORD }]) {
      expect(await refusal(await accept(token, body))).toEqual({
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
  ])('accepting and %s end in one or the other', async (_, refused, path) => {
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
        : await refusal(accepted);
      const homes = user?.condo_associations.length ?? null;
      expect([
        { status: 204, detail: '', deleted: refused, homes: 1 },
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
