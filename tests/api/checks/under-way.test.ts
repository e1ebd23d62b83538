import { eq } from 'drizzle-orm';
import { beforeEach, expect, it } from 'vitest';
import { apartments, condos, invitations } from '~/platform/database/schema/records';
import { insertUser } from '../../support/api';
import { deskPerTest } from '../../support/invitation-desk';
import { CHECK_PATH, portfolioCheckCalls } from '../../support/portfolio-check';
import { withId } from '../../support/review-calls';

const desk = deskPerTest();
beforeEach(async () => {
  await desk.api.db.update(condos).set({ image_name: 'a.webp' });
});

const { counts, list, first } = portfolioCheckCalls(() => desk.api);

it('a finding whose cure was invited counts apart, says who and when, and stays in the list', async () => {
  const { api, condo, apartment } = desk;
  await insertUser(api.db, { email: 'Lone@example.com' });
  const one = { count: 0, under_way: 1, set_aside: 0 };
  await desk.invite({ email: 'caretaker@example.com' });
  await desk.invite({ email: 'owner@example.com', role: 'owner', apartment_id: apartment });
  await desk.invite({ email: 'lone@example.com', role: 'renter', apartment_id: apartment });
  expect(await counts()).toEqual({
    empty_apartment: one,
    building_without_manager: one,
    person_without_association: one,
  });
  const at = desk.time.now.toISOString();
  expect(await first('building_without_manager')).toMatchObject({
    record: { id: condo },
    under_way: { email: 'caretaker@example.com', at },
  });
  expect(await first('person_without_association')).toMatchObject({
    under_way: { email: 'lone@example.com', at },
  });
  const { under_way } = await first('empty_apartment');
  expect(['owner@example.com', 'lone@example.com']).toContain(under_way?.email);
});

it('a person without an e-mail address is under way by the invitation that names them', async () => {
  const id = await insertUser(desk.api.db, { email: null, first_name: 'Beat' });
  await insertUser(desk.api.db, { email: null, first_name: 'Carla' });
  await desk.invite({ email: 'beat@example.com', user_id: id });
  const one = { count: 1, under_way: 1, set_aside: 0 };
  expect(await counts()).toMatchObject({ person_without_association: one });
  expect(await list('person_without_association')).toMatchObject([
    { record: { id }, under_way: { email: 'beat@example.com' } },
    { under_way: null },
  ]);
});

it('a person without one is under way from the letter on, while its code works', async () => {
  const user_id = await insertUser(desk.api.db, { email: null, first_name: 'Beat' });
  const body = { user_id, role: 'building_manager', condo_id: desk.condo };
  const { id } = await desk.api.read(withId, 'POST', '/admin/invite-user', body, 201);
  const underWay = async () => (await first('person_without_association')).under_way?.email;
  expect(await underWay()).toBeUndefined();
  expect(await counts()).not.toHaveProperty('open_invitation');
  const letters = await desk.api.call('POST', '/admin/invitations/letters', { ids: [id] });
  expect(letters.status).toBe(200);
  expect(await underWay()).toBe('Beat');
  const ended = { expires_at: desk.time.now };
  await desk.api.db.update(invitations).set(ended).where(eq(invitations.id, id));
  expect(await underWay()).toBeUndefined();
  expect(await first('open_invitation')).toMatchObject({ record: { id, name: 'Beat' } });
});

it('an invitation of another role, one that failed, ended or was withdrawn cures nothing', async () => {
  const { api } = desk;
  await api.db.delete(apartments);
  await desk.invite({ email: 'owner@example.com', role: 'owner' }).catch(() => null);
  expect(await counts()).toEqual({ building_without_manager: 1 });
  const { id } = await desk.invite();
  const underWay = { building_without_manager: { count: 0, under_way: 1, set_aside: 0 } };
  const openAgain = async () => (await counts())['building_without_manager'];
  expect(await counts()).toEqual(underWay);
  const row = eq(invitations.id, id);
  await api.db.update(invitations).set({ mail_state: 'failed' }).where(row);
  expect(await openAgain()).toBe(1);
  const ended = { mail_state: 'sent', expires_at: desk.time.now };
  await api.db.update(invitations).set(ended).where(row);
  expect(await openAgain()).toBe(1);
  await api.call('DELETE', `/admin/invitations/${id}`);
  expect(await openAgain()).toBe(1);
});

it('a dismissed finding is not also under way', async () => {
  const { state } = await first('empty_apartment');
  const path = `${CHECK_PATH}/empty_apartment/${desk.apartment}`;
  await desk.api.call('PUT', path, { state, reason: 'Store room' });
  await desk.invite({ role: 'renter', apartment_id: desk.apartment });
  expect((await counts())['empty_apartment']).toEqual([0, 1]);
  expect(await list('empty_apartment')).toEqual([]);
});
