import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { invitationSchema } from '~/invitations/schema';
import { englishOf } from '~/language/sentence';
import { invitations } from '~/platform/database/schema/records';
import { errorOf, insertUser, rejectionOf } from '../../support/api';
import { NEWCOMER } from '../../support/invitation-desk';
import { restoreCalls } from '../../support/restore-calls';
import { withId } from '../../support/review-calls';
import { desk, get, insertAccount, openDesk, preview } from './accepting';
import { aPerson, aTypedCode, print, tell, tokenOf, type } from './letter-calls';

openDesk();

const DAY_MS = 24 * 60 * 60_000;
const listed = () => desk.api.read(invitationSchema.array(), 'GET', '/admin/invitations');
const remove = (path: string) => restoreCalls(desk).remove(path);
const restoreRecord = (...record: ['invitation', number]) =>
  restoreCalls(desk).restoreRecord(...record);

describe('a person without an e-mail address', () => {
  it('is invited without one, once, by a letter and no mail', async () => {
    const { id, body } = await aPerson();
    expect(await errorOf(desk.api.call('POST', '/admin/invite-user', body))).toMatchObject({
      status: 409,
      detail: englishOf('invited_already'),
    });
    const mail = { state: 'none', detail: null };
    expect(await listed()).toMatchObject([
      { id, email: null, name: 'Ada', expires_at: null, mail },
    ]);
    desk.travel(61);
    expect(await rejectionOf(desk.resend(id))).toBe(`409 ${englishOf('no_address')}`);
    const [letter] = await print(id);
    expect(letter?.address[0]).toBe('Ada');
    expect(letter?.after.join()).toContain('You will be asked for your e-mail address');
    const expires_at = new Date(desk.time.now.getTime() + 60 * DAY_MS).toISOString();
    expect(await listed()).toMatchObject([{ id, expires_at, mail }]);
    const due = {
      expires_at: desk.time.now,
      last_sent_at: new Date(desk.time.now.getTime() - 2 * DAY_MS),
    };
    await desk.api.db.update(invitations).set(due).where(eq(invitations.id, id));
    const reminders = await desk.api.call('POST', '/admin/invitations/reminders');
    expect(await reminders.json()).toEqual({ count: 0 });
    await desk.send();
    expect(desk.smtp.received.filter(({ recipients }) => recipients.length === 0)).toEqual([]);
  });

  it.each([
    ['nobody', () => Promise.resolve(undefined)],
    ['a person who has one', () => insertUser(desk.api.db)],
  ])('is none of %s', async (_, find) => {
    const body = { user_id: await find(), role: 'building_manager', condo_id: desk.condo };
    const error = { status: 422, errors: [{ field: 'email' }] };
    expect(await errorOf(desk.api.call('POST', '/admin/invite-user', body))).toMatchObject(error);
  });

  it('has the address that was typed once the mailed link has confirmed it', async () => {
    const { user_id, letter, token } = await aTypedCode();
    expect(await preview(token)).toMatchObject({ email: '', asks_address: true });
    const unconfirmed = `409 ${englishOf('address_unconfirmed')}`;
    expect(await rejectionOf(desk.accept(token, NEWCOMER))).toBe(unconfirmed);
    expect((await tell(token, 'wrong@example.com')).status).toBe(204);
    const wrong = await desk.tokenFor('wrong@example.com');
    expect(await rejectionOf(desk.accept(token, NEWCOMER))).toBe(unconfirmed);
    expect(await get(user_id)).toMatchObject({ email: null, is_active: true });
    // A slip is corrected with the same code, and ends what was mailed.
    const again = await tokenOf(letter.code);
    expect((await tell(again, 'ada@example.com')).status).toBe(204);
    expect(await rejectionOf(desk.open(wrong))).toBe(`410 ${englishOf('invitation_replaced')}`);
    const mailed = await desk.tokenFor('ada@example.com');
    expect(await preview(mailed)).toMatchObject({ email: 'ada@example.com', asks_address: false });
    expect((await desk.accept(mailed, NEWCOMER)).status).toBe(204);
    const account = { email: 'ada@example.com', email_verified: true, last_name: 'Muster' };
    expect(await get(user_id)).toMatchObject(account);
    expect(await rejectionOf(type(letter.code))).toBe(`410 ${englishOf('invitation_accepted')}`);
  });

  it('cannot take an address that has an account, or the same invitation', async () => {
    const { token } = await aTypedCode();
    await insertAccount({ email: 'taken@example.com' });
    const taken = { status: 409, detail: englishOf('person_exists'), errors: [{ field: 'email' }] };
    expect(await errorOf(tell(token, 'Taken@Example.com'))).toMatchObject(taken);
    await desk.invite({ email: 'invited@example.com' });
    const invited = { ...taken, detail: englishOf('invited_already') };
    expect(await errorOf(tell(token, 'invited@example.com'))).toMatchObject(invited);
    expect(await errorOf(tell(token, 'no address'))).toMatchObject({
      status: 422,
      errors: [{ field: 'email' }],
    });
    expect(await preview(token)).toMatchObject({ email: '', asks_address: true });
  });

  it('tries five in an hour', async () => {
    const { token } = await aTypedCode();
    for (let count = 0; count < 5; count += 1)
      expect((await tell(token, `try${count}@example.com`)).status).toBe(204);
    expect(await rejectionOf(tell(token, 'more@example.com'))).toMatch(
      /^429 Too many e-mail addresses were entered\./,
    );
  });

  it('is invited again by the restore of a deleted invitation, whose letter has ended', async () => {
    const { id, body, letter } = await aTypedCode();
    await remove(`/admin/invitations/${id}`);
    const again = await desk.api.read(withId, 'POST', '/admin/invite-user', body, 201);
    expect(await restoreRecord('invitation', id)).toBe(
      '409 This cannot be restored: there is a pending invitation for this email, building and apartment already.',
    );
    await remove(`/admin/invitations/${again.id}`);
    expect(await restoreRecord('invitation', id)).toBe('1 restored');
    expect(await listed()).toMatchObject([{ id, email: null, expires_at: null }]);
    expect(await rejectionOf(type(letter.code))).toBe(`410 ${englishOf('letter_replaced')}`);
    const [printed] = await print(id);
    expect(await preview(await tokenOf(printed?.code ?? ''))).toMatchObject({ asks_address: true });
  });

  it('who has got one since accepts a restored invitation by their password', async () => {
    const { id, user_id } = await aPerson();
    await remove(`/admin/invitations/${id}`);
    const email = 'ada.alt@example.com';
    await desk.invite({ user_id, email });
    expect((await desk.accept(await desk.tokenFor(email), NEWCOMER)).status).toBe(204);
    expect(await restoreRecord('invitation', id)).toBe('1 restored');
    const [letter] = await print(id);
    expect(letter?.after.join()).toContain(email);
    const token = await tokenOf(letter?.code ?? '');
    expect(await preview(token)).toMatchObject({ email, has_account: true, asks_address: false });
    const stranger = { ...NEWCOMER, password: 'nobody uses these words' };
    expect((await desk.accept(token, stranger)).status).toBe(422);
    expect((await desk.accept(token, { password: NEWCOMER.password })).status).toBe(204);
  });
});
