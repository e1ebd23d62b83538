import { afterEach, describe, expect, it } from 'vitest';
import { mailQueue } from '~/platform/database/schema/operations';
import { invitations, userCondoAssociations } from '~/platform/database/schema/records';
import { errorOf, fieldError, insertUser, rejectionOf, statusesOf } from '../../support/api';
import { deskPerFile } from '../../support/invitation-desk';
import { insertApartment, insertAssociation, insertCondo } from '../../support/places';

const ANNA = { email: 'anna@example.com', role: 'building_manager' };
const WEEK_MS = 7 * 24 * 60 * 60_000;

const desk = deskPerFile();
afterEach(async () => {
  await desk.api.db.delete(invitations);
  await desk.api.db.delete(userCondoAssociations);
  desk.smtp.received.length = 0;
});

function post(body: object) {
  return desk.api.call('POST', '/admin/invite-user', body);
}

const inAWeek = () => new Date(desk.time.now.getTime() + WEEK_MS).toISOString();

describe('POST /admin/invite-user', () => {
  it('stores the invitation and queues its mail', async () => {
    const before = desk.time.now.toISOString();
    const apartment = { role: 'renter', apartment_id: desk.apartment };
    const invitation = await desk.invite({ email: ' Anna@Example.com ', ...apartment });
    expect(invitation).toEqual({
      id: invitation.id,
      email: 'Anna@Example.com',
      name: null,
      role: 'renter',
      status: 'pending',
      condo: { id: desk.condo, name: 'Seeblick' },
      apartment: { id: desk.apartment, apartment_number: '12' },
      created_at: before,
      expires_at: inAWeek(),
      mail: { state: 'queued', detail: null, updated_at: before },
    });
    expect(await desk.pending()).toEqual([invitation]);
    expect(await desk.api.db.select().from(mailQueue)).toMatchObject([
      { invitation_id: invitation.id, attempts: 0 },
    ]);
  });

  it('takes a building manager without an apartment, and ids as texts', async () => {
    const invitation = await desk.invite({ condo_id: String(desk.condo), apartment_id: null });
    expect(invitation.apartment).toBeNull();
  });

  it.each([
    [{ email: 'no address' }, 'email'],
    [{ email: 'a@b.ch\r\nBcc: eve@e.test' }, 'email'],
    [{ email: 'a@b.ch, eve@e.test' }, 'email'],
    [{ email: `${'x'.repeat(250)}@b.ch` }, 'email'],
    [{ email: undefined }, 'email'],
    [{ role: 'super_admin' }, 'role'],
    [{ role: 'king' }, 'role'],
    [{ condo_id: undefined }, 'condo_id'],
    [{ condo_id: 1.5 }, 'condo_id'],
    [{ condo_id: 2_147_483_648 }, 'condo_id'],
    [{ condo_id: 2_147_483_000 }, 'condo_id'],
    [{ role: 'renter' }, 'apartment_id'],
    [{ role: 'owner', apartment_id: null }, 'apartment_id'],
    [{ apartment_id: 'x' }, 'apartment_id'],
    [{ apartment_id: 2_147_483_000 }, 'apartment_id'],
  ])('rejects %o, naming %s', async (fields, field) => {
    const response = await post({ ...ANNA, condo_id: desk.condo, ...fields });
    const { status, detail, errors } = await errorOf(response);
    expect(status).toBe(422);
    expect(errors?.map((error) => error.field)).toEqual([field]);
    expect(detail).toContain(field);
    expect(await desk.pending()).toEqual([]);
  });

  it('rejects an apartment of another building', async () => {
    const other = await insertCondo(desk.api.db, 'Other');
    const apartment = await insertApartment(desk.api.db, other);
    const place = { condo_id: desk.condo, apartment_id: apartment };
    const elsewhere = fieldError('apartment_id', 'Apartment not found in this building');
    expect(await errorOf(post({ ...ANNA, role: 'owner', ...place }))).toEqual(elsewhere);
  });

  it('rejects a second pending invitation to the same place, whatever the case and role', async () => {
    const first = await desk.invite({ email: 'anna@example.com' });
    const again = { ...ANNA, email: 'ANNA@example.com', condo_id: desk.condo };
    expect(await errorOf(post(again))).toMatchObject({
      status: 409,
      detail: 'A pending invitation for this email, building and apartment already exists.',
    });
    const elsewhere = { ...again, apartment_id: desk.apartment };
    expect((await post({ ...elsewhere, role: 'owner' })).status).toBe(201);
    expect((await post({ ...elsewhere, role: 'renter' })).status).toBe(409);
    await desk.api.call('DELETE', `/admin/invitations/${first.id}`);
    expect((await post(again)).status).toBe(201);
  });

  it('lets one of two administrators through who invite the same person at once', async () => {
    const body = { ...ANNA, condo_id: desk.condo };
    expect(await statusesOf([post(body), post(body), post(body)])).toEqual([201, 409, 409]);
    expect(await desk.api.db.select().from(mailQueue)).toHaveLength(1);
  });

  it('rejects someone who holds that association, and no other', async () => {
    const user_id = await insertUser(desk.api.db, { email: 'Held@Example.com' });
    const place = { condo_id: desk.condo, apartment_id: desk.apartment };
    await insertAssociation(desk.api.db, { user_id, ...place });
    const body = { email: 'held@example.com', condo_id: desk.condo };
    expect(await errorOf(post({ ...body, role: 'renter', ...place }))).toMatchObject({
      status: 409,
      detail: 'The user with this email is already associated with this building and apartment.',
    });
    expect(await desk.pending()).toEqual([]);
    expect((await post({ ...body, role: 'building_manager' })).status).toBe(201);
  });
});

describe('GET /admin/invitations', () => {
  it('lists pending ones, newest first', async () => {
    const first = await desk.invite();
    desk.travel(1);
    const second = await desk.invite();
    const third = await desk.invite();
    expect((await desk.pending()).map(({ id }) => id)).toEqual([third.id, second.id, first.id]);
    const all = await desk.api.call('GET', '/admin/invitations');
    expect(await all.json()).toHaveLength(3);
  });

  it('withdraws the invitation, and its mail is not sent', async () => {
    const { id } = await desk.invite();
    expect((await desk.api.call('DELETE', `/admin/invitations/${id}`)).status).toBe(204);
    expect(await desk.pending()).toEqual([]);
    expect(await desk.send()).toBe(0);
    expect((await desk.api.call('DELETE', `/admin/invitations/${id}`)).status).toBe(404);
  });
});

describe('POST /admin/invitations/{id}/resend', () => {
  it('waits a minute, says how long, and then sends a new link', async () => {
    const invitation = await desk.invite();
    const first = await desk.tokenFor(invitation.email);
    desk.travel(17.5);
    const early = await desk.resend(invitation.id);
    expect(early.headers.get('retry-after')).toBe('43');
    expect(await rejectionOf(early)).toBe(
      '429 This invitation was sent just now. Try again in 43 seconds.',
    );
    expect(await desk.send()).toBe(0);

    desk.travel(42.5);
    const answer = await desk.resend(invitation.id);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ id: invitation.id, mail: { state: 'queued' } });
    const second = await desk.tokenFor(invitation.email);
    expect(second).not.toBe(first);
    const [listed] = await desk.pending();
    expect(listed?.expires_at).toBe(inAWeek());
    expect((await desk.resend(invitation.id)).status).toBe(429);
  });

  it('lets one of several administrators through who press it at once', async () => {
    const { id, email } = await desk.invite();
    await desk.send();
    desk.travel(61);
    const answers = Array.from({ length: 4 }, () => desk.resend(id));
    expect(await statusesOf(answers)).toEqual([200, 429, 429, 429]);
    await Promise.all([desk.send(), desk.send()]);
    const arrived = desk.smtp.received.filter(({ recipients }) => recipients.includes(email));
    expect(arrived).toHaveLength(2);
  });
});
