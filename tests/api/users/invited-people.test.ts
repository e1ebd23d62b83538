import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { invitations } from '~/platform/database/schema/records';
import { personalDataSchema } from '~/users/personal-data';
import { tenancyRecordSchema } from '~/users/schema';
import { errorOf, fieldError, rejectionOf } from '../../support/api';
import { NEWCOMER } from '../../support/invitation-desk';
import { insertApartment } from '../../support/places';
import {
  desk,
  findUser,
  get,
  insertAccount,
  login,
  openDesk,
  preview,
} from '../invitations/accepting';
import { add, addNamed, asManager, begin, invite, PATH, restore, TAKEN } from './entering';

openDesk();

describe('an invitation to a person without an e-mail address', () => {
  it('makes the account theirs: address, password, and what they had', async () => {
    const { id } = await addNamed({ phone: '044 1' });
    await desk.api.call('POST', '/admin/user-condo-associations', { ...asManager(), user_id: id });
    const email = 'their.own@example.com';
    await desk.invite({ ...asManager(), user_id: id, email });
    await desk.invite({ ...asManager(), user_id: id, email: 'mistyped@example.com' });
    const token = await desk.tokenFor(email);
    expect(await preview(token)).toMatchObject({ email, has_account: false });
    expect((await get(id)).email).toBeNull();
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
    const after = await get(id);
    expect(after).toMatchObject({ email, email_verified: true, phone: '044 1' });
    expect(after.condo_associations).toHaveLength(1);
    expect((await login(email, NEWCOMER.password)).status).toBe(200);
    expect((await findUser(email))?.id).toBe(id);
    // The link to the other address would make a second person.
    const pending = await desk.api.db.select().from(invitations).where(eq(invitations.user_id, id));
    expect(pending.map(({ status }) => status)).toEqual(['accepted']);
    const known = await desk.api.read(personalDataSchema, 'GET', `/admin/personal-data/${id}`);
    expect(known.invitations.map((one) => one.email)).toEqual([email]);
  });

  it('leaves the one to another home that was sent to the same address', async () => {
    const { id } = await addNamed();
    const email = 'two.homes@example.com';
    await desk.invite({ ...asManager(), user_id: id, email });
    const first = await desk.tokenFor(email);
    const home = { condo_id: desk.condo, apartment_id: desk.apartment, role: 'renter' };
    const { id: other } = await desk.invite({ ...home, user_id: id, email });
    const second = await desk.tokenFor(email);
    expect((await desk.accept(first, NEWCOMER)).status).toBe(204);
    expect((await desk.pending()).map((one) => one.id)).toContain(other);
    const { password } = NEWCOMER;
    expect((await desk.accept(second, { password })).status).toBe(204);
    expect((await get(id)).condo_associations).toHaveLength(2);
  });

  it('goes to the account of the address where somebody has got it meanwhile', async () => {
    const { id } = await addNamed();
    const email = 'meanwhile@example.com';
    await desk.invite({ ...asManager(), user_id: id, email });
    const token = await desk.tokenFor(email);
    const other = await add({ email });
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
    expect((await get(id)).email).toBeNull();
    expect((await get(other.id)).condo_associations).toHaveLength(1);
  });

  it('is withdrawn with the person', async () => {
    const { id } = await addNamed();
    await desk.invite({ ...asManager(), user_id: id, email: 'gone@example.com' });
    const token = await desk.tokenFor('gone@example.com');
    await desk.api.call('DELETE', `${PATH}/${id}`);
    expect((await desk.open(token)).status).toBe(410);
  });

  it('rejects whom it cannot be for', async () => {
    const email = 'new.address@example.com';
    const unknown = fieldError('user_id', 'User not found');
    expect(await errorOf(invite({ user_id: 2147483000, email }))).toEqual(unknown);
    const account = await insertAccount();
    const other = fieldError('email', 'This person has another email address.');
    expect(await errorOf(invite({ user_id: account, email }))).toEqual(other);
    const { id } = await addNamed();
    const taken = (await get(account)).email;
    expect(await errorOf(invite({ user_id: id, email: taken }))).toEqual(TAKEN);
    await desk.api.call('DELETE', `${PATH}/${id}`);
    const inactive = '409 This person is inactive. Restore the user first.';
    expect(await rejectionOf(invite({ user_id: id, email }))).toBe(inactive);
    await desk.api.call('DELETE', `/admin/personal-data/${id}`);
    expect(await rejectionOf(invite({ user_id: id, email }))).toBe('409 This person was erased.');
  });

  it('gives an account where the person lives already, but not to who has one', async () => {
    const { id, email } = await add({ email: 'entered@example.com' });
    await begin({ ...asManager(), apartment_id: null, user_id: id });
    expect((await invite({ user_id: id, email })).status).toBe(201);
    const accepted = await desk.accept(await desk.tokenFor('entered@example.com'), NEWCOMER);
    expect(accepted.status).toBe(204);
    expect((await findUser('entered@example.com'))?.id).toBe(id);
    const account = await insertAccount();
    await begin({ ...asManager(), apartment_id: null, user_id: account });
    const again = invite({ user_id: account, email: (await get(account)).email });
    expect((await again).status).toBe(409);
  });

  it('comes back where the person lives already, alone and with them', async () => {
    const { id, email } = await add({ email: 'comes.back@example.com' });
    await begin({ ...asManager(), apartment_id: null, user_id: id });
    const invitation = await desk.invite({ ...asManager(), user_id: id, email });
    await desk.api.call('DELETE', `/admin/invitations/${invitation.id}`);
    expect(await restore({ kind: 'invitation', id: invitation.id })).toBe(200);
    await desk.api.call('DELETE', `${PATH}/${id}`);
    expect(await restore({ kind: 'user', id })).toBe(200);
    expect((await get(id)).condo_associations).toHaveLength(1);
    expect((await desk.accept(await desk.tokenFor(email ?? ''), NEWCOMER)).status).toBe(204);
    expect((await findUser('comes.back@example.com'))?.id).toBe(id);
  });
});

describe('the first day of an invitation', () => {
  it('is that of the association', async () => {
    const apartment_id = await insertApartment(desk.api.db, desk.condo, 'since');
    const email = 'since@example.com';
    await desk.invite({ role: 'renter', apartment_id, email, since: '2026-02-01' });
    expect((await desk.accept(await desk.tokenFor(email), NEWCOMER)).status).toBe(204);
    const person = await findUser(email);
    const path = `/admin/user-condo-associations?user_id=${person?.id}`;
    const all = await desk.api.read(tenancyRecordSchema.array(), 'GET', path);
    expect(all.map(({ since, role }) => ({ since, role }))).toEqual([
      { since: '2026-02-01', role: 'renter' },
    ]);
    const known = await desk.api.read(
      personalDataSchema,
      'GET',
      `/admin/personal-data/${person?.id}`,
    );
    expect(known.invitations).toMatchObject([{ email, since: '2026-02-01' }]);
  });

  it('is a day of these years', async () => {
    const body = { condo_id: desk.condo, role: 'building_manager', email: 'day@example.com' };
    const rejected = fieldError('since', 'The date must be between 1900-01-01 and 2200-12-31');
    const sent = desk.api.call('POST', '/admin/invite-user', { ...body, since: '0202-01-01' });
    expect(await errorOf(sent)).toEqual(rejected);
  });
});
