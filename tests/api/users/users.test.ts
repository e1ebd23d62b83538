import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sessions } from '~/platform/database/schema/account';
import { invitations, userCondoAssociations, users } from '~/platform/database/schema/records';
import { condoAssociationSchema, paginationSchema, userSchema } from '~/users/schema';
import { z } from '~/fields/zod';
import { createTestApi, insertUser, signInAs, rejectionOf, apiPerFile } from '../../support/api';
import { insertApartment, insertAssociation, insertCondo } from '../../support/places';
import { forThisTest } from '../../support/opened';
import { englishOf } from '~/language/sentence';

const strictUser = z.strictObject({
  ...userSchema.shape,
  condo_associations: z.array(z.strictObject(condoAssociationSchema.shape)),
});
const strictList = z.strictObject({
  data: z.array(strictUser),
  pagination: z.strictObject(paginationSchema.shape),
});

const api = apiPerFile();

const getUser = (id: number) => api.read(strictUser, 'GET', `/admin/users/${id}`);

const list = (query: Record<string, string> = {}) =>
  api.read(strictList, 'GET', `/admin/users?${new URLSearchParams(query)}`);

describe('GET /admin/users', () => {
  it('answers a building id that no building has with an empty page', async () => {
    expect(await list({ condo_id: '2147483000', page: '2147483647' })).toEqual({
      data: [],
      pagination: { current_page: 1, total_pages: 1 },
    });
  });

  it('shows who lives where, inactive users too', async () => {
    const condo = await insertCondo(api.db, 'Rosengarten');
    const apartment = await insertApartment(api.db, condo, '12');
    const user = await insertUser(api.db, { first_name: 'Anna', last_name: 'Muster' });
    await insertAssociation(api.db, { user_id: user, condo_id: condo, apartment_id: apartment });
    const manager = { user_id: user, condo_id: condo, role: 'building_manager' } as const;
    await insertAssociation(api.db, manager);
    const inactive = await insertUser(api.db, { is_active: false });
    const page = await list({ page_size: '100' });
    expect(page.data.find((entry) => entry.id === inactive)?.is_active).toBe(false);
    const shown = page.data.find((entry) => entry.id === user);
    expect(shown).toEqual(await getUser(user));
    expect(shown?.condo_associations).toMatchObject([
      { condo_id: condo, condo_name: 'Rosengarten', apartment_number: '12', role: 'owner' },
      { condo_name: 'Rosengarten', apartment_number: null, role: 'building_manager' },
    ]);
    expect((await list({ condo_id: String(condo) })).data.map((entry) => entry.id)).toEqual([user]);
  });
});

describe('PUT /admin/users/{id}', () => {
  it('changes names and nothing else, whatever is sent', async () => {
    const id = await insertUser(api.db, { first_name: 'Anna', last_name: 'Muster' });
    const before = await getUser(id);
    const others = { email: 'taken@example.com', is_active: false, is_superuser: true, id: 99 };
    const body = { first_name: '  Änne ', ...others };
    const after = await api.read(strictUser, 'PUT', `/admin/users/${id}`, body);
    expect(after).toEqual({ ...before, first_name: 'Änne', updated_at: after.updated_at });
    expect(after.updated_at >= before.updated_at).toBe(true);
    expect(await getUser(id)).toEqual(after);
    const [row] = await api.db.select().from(users).where(eq(users.id, id));
    expect(row?.is_superuser).toBe(false);
  });

  it('clears a name by null or by an empty text, and keeps what is left out', async () => {
    const id = await insertUser(api.db, { first_name: 'Anna', last_name: 'Muster' });
    await api.call('PUT', `/admin/users/${id}`, { last_name: null });
    expect(await getUser(id)).toMatchObject({ first_name: 'Anna', last_name: null });
    await api.call('PUT', `/admin/users/${id}`, { first_name: '' });
    expect((await getUser(id)).first_name).toBe('');
  });

  it('rejects names of the wrong kind', async () => {
    const id = await insertUser(api.db);
    for (const body of [{ first_name: 1 }, { last_name: 'x'.repeat(256) }, { first_name: '\0' }]) {
      expect((await api.call('PUT', `/admin/users/${id}`, body)).status).toBe(422);
    }
  });
});

/** Returns the status with which a token's user is answered. */
async function statusFor(token: string): Promise<number> {
  return (await api.as(token).call('GET', '/admin/users')).status;
}

describe('DELETE /admin/users/{id}', () => {
  it('deactivates, signs out, and removes associations and pending invitations', async () => {
    const condo = await insertCondo(api.db);
    const email = 'Going@Example.com';
    const { token, userId } = await signInAs(api.db, { email, is_superuser: true });
    await insertAssociation(api.db, { user_id: userId, condo_id: condo });
    const invited = { email: email.toLowerCase(), role: 'building_manager' };
    const elsewhere = await insertCondo(api.db, 'Other');
    await api.call('POST', '/admin/invite-user', { ...invited, condo_id: elsewhere });
    expect(await statusFor(token)).toBe(200);

    expect((await api.call('DELETE', `/admin/users/${userId}`)).status).toBe(204);
    expect(await getUser(userId)).toMatchObject({ is_active: false, condo_associations: [] });
    expect(await statusFor(token)).toBe(401);
    expect(await api.db.$count(sessions, eq(sessions.user_id, userId))).toBe(0);
    expect(await api.db.$count(invitations, eq(invitations.email, invited.email))).toBe(0);
    const again = await getUser(userId);
    expect((await api.call('DELETE', `/admin/users/${userId}`)).status).toBe(204);
    expect(await getUser(userId)).toEqual(again);
  });

  it('rejects deleting one’s own account', async () => {
    const response = await api.call('DELETE', `/admin/users/${api.adminId}`);
    expect(await rejectionOf(response)).toBe(`400 ${englishOf('own_account')}`);
    expect((await getUser(api.adminId)).is_active).toBe(true);
  });

  it('does not count an administrator who has no password', async () => {
    const lone = await forThisTest(createTestApi());
    const { call } = await lone.administrator({ password_hash: null });
    const removed = await call('DELETE', `/admin/users/${lone.adminId}`);
    expect(await rejectionOf(removed)).toBe(`400 ${englishOf('last_administrator')}`);
  });

  it('changes nothing when a part of it fails', async () => {
    const condo = await insertCondo(api.db);
    const { token, userId } = await signInAs(api.db);
    await insertAssociation(api.db, { user_id: userId, condo_id: condo });
    await api.database.pool.query(`
      create function reject() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger reject before delete on sessions execute function reject()`);
    expect((await api.call('DELETE', `/admin/users/${userId}`)).status).toBe(500);
    await api.database.pool.query('drop trigger reject on sessions; drop function reject');
    const user = await getUser(userId);
    expect(user.is_active).toBe(true);
    expect(user.condo_associations).toHaveLength(1);
    expect(await statusFor(token)).toBe(403);
  });
});

it('DELETE /admin/user-condo-associations/{id} removes one tie and leaves the others', async () => {
  const user = await insertUser(api.db);
  const condo = await insertCondo(api.db);
  const first = await insertAssociation(api.db, { user_id: user, condo_id: condo });
  const other = await insertCondo(api.db, 'Other');
  const second = await insertAssociation(api.db, { user_id: user, condo_id: other });
  expect((await api.call('DELETE', `/admin/user-condo-associations/${first}`)).status).toBe(204);
  expect((await getUser(user)).condo_associations.map((entry) => entry.id)).toEqual([second]);
  expect((await api.call('DELETE', `/admin/user-condo-associations/${first}`)).status).toBe(404);
  const own = eq(userCondoAssociations.user_id, user);
  expect(await api.db.$count(userCondoAssociations, own)).toBe(1);
});
