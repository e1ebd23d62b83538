import { and, eq, like } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { englishOf } from '~/language/sentence';
import { administratorInvitations, rateLimits, sessions } from '~/platform/database/schema/account';
import { invitationLinks, invitations } from '~/platform/database/schema/records';
import { cleanUp } from '~/rpc/embedded/clean-up';
import { errorOf, insertUser, rejectionOf } from '../../support/api';
import { historyEntries } from '../../support/history';
import { NEWCOMER } from '../../support/invitation-desk';
import { must } from '../../support/must';
import { restoreCalls } from '../../support/restore-calls';
import { silentLog } from '../../support/silent-log';
import { columnsWith } from '../users/person';
import {
  desk,
  findUser,
  insertAccount,
  inviteAndReceive,
  openDesk,
  PASSWORD,
  preview,
} from './accepting';
import { aTypedCode, LETTERS, print, tell, tokenOf, type } from './letter-calls';

openDesk();

const DAY_S = 24 * 60 * 60;
const UNKNOWN = `404 ${englishOf('unknown_letter_code')}`;
const WITHDRAWN = `410 ${englishOf('invitation_withdrawn')}`;
const REPLACED = `410 ${englishOf('letter_replaced')}`;

/** A pending invitation whose mail has arrived, and its letter. */
async function aLetter(fields: object = {}) {
  const invitation = await inviteAndReceive(fields);
  const [letter] = await print(invitation.id);
  return {
    ...must(letter, 'letter'),
    id: invitation.id,
    email: invitation.email,
    mailed: invitation.token,
  };
}

describe('a letter', () => {
  it('is in the language of its invitation, with the address of the flat, a code and its QR link', async () => {
    const home = { role: 'renter', apartment_id: desk.apartment, language: 'de-CH' };
    const { id, email } = await desk.invite(home);
    const [letter] = await print(id);
    const { code, link } = must(letter, 'letter');
    expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}-[0-9A-HJKMNP-TV-Z]{5}$/);
    expect(link).toBe(`http://panel.test/invitations/accept#code=${code.replace('-', '')}`);
    expect(letter).toMatchObject({
      invitation_id: id,
      language: 'de-CH',
      address: [email, 'Wohnung 12', 'Seestrasse 1', '8002 Zürich'],
      subject: 'Ihre Einladung: Seeblick',
    });
  });

  it('has the name of the person, where it is known, and no apartment where there is none', async () => {
    const user_id = await insertUser(desk.api.db, {
      email: null,
      first_name: 'Ada',
      last_name: 'Alt',
    });
    const { id } = await desk.invite({ user_id });
    const [letter] = await print(id);
    expect(letter?.address.slice(0, 2)).toEqual(['Ada Alt', 'Seestrasse 1']);
  });

  it('is good for 60 days, as the list says, and its code is stored nowhere', async () => {
    const { code, id } = await aLetter();
    const expires_at = new Date(desk.time.now.getTime() + 60 * DAY_S * 1_000).toISOString();
    expect(await desk.pending()).toMatchObject([{ id, expires_at }]);
    for (const written of [code, code.replace('-', '')])
      expect(await columnsWith(desk, written)).toEqual([]);
    expect((await historyEntries(desk.api))[0]).toMatchObject({
      action: 'letter',
      record: { kind: 'invitation', id },
    });
  });

  it('is made for the pending ones of what was chosen, in one entry of the history', async () => {
    const { id, email, token } = await inviteAndReceive();
    const two = [(await desk.invite()).id, (await desk.invite()).id];
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
    const letters = await print(id, ...two);
    expect(letters.map((letter) => letter.invitation_id)).toEqual(two);
    expect((await historyEntries(desk.api))[0]).toMatchObject({
      action: 'letter',
      change_count: 2,
    });
    expect(await rejectionOf(desk.api.call('POST', LETTERS, { ids: [id] }))).toBe(
      '404 Invitation not found',
    );
    expect(await findUser(email)).not.toBeNull();
  });

  it('is never for an invitation to become an administrator', async () => {
    const row = { id: 900_000, email: 'new@example.com', expires_at: desk.time.now };
    await desk.api.db.insert(administratorInvitations).overridingSystemValue().values(row);
    const call = desk.api.call('POST', LETTERS, { ids: [row.id] });
    expect(await rejectionOf(call)).toBe('404 Invitation not found');
    await desk.api.db.delete(administratorInvitations);
  });

  it.each([
    ['nothing', []],
    ['an id that is none', [0]],
    ['a text', ['1']],
    ['more than 500', Array.from({ length: 501 }, (_, index) => index + 1)],
  ])('is not made for %s', async (_, ids) => {
    expect(await errorOf(desk.api.call('POST', LETTERS, { ids }))).toMatchObject({ status: 422 });
  });

  it('has an end in the list where nobody was mailed, too, as a file leaves it', async () => {
    const { id } = await desk.invite();
    const none = { mail_state: 'none' };
    await desk.api.db.update(invitations).set(none).where(eq(invitations.id, id));
    expect(await desk.pending()).toMatchObject([{ id, expires_at: null }]);
    await print(id);
    const expires_at = new Date(desk.time.now.getTime() + 60 * DAY_S * 1_000).toISOString();
    expect(await desk.pending()).toMatchObject([{ id, expires_at, mail: { state: 'none' } }]);
  });

  it('is made after the password alone', async () => {
    const { id } = await desk.invite();
    const before = new Date(desk.time.now.getTime() - 16 * 60_000);
    await desk.api.db.update(sessions).set({ authenticated_at: before });
    expect(await errorOf(desk.api.call('POST', LETTERS, { ids: [id] }))).toMatchObject({
      status: 403,
      code: 'reauthentication_required',
    });
    expect(await desk.api.db.$count(invitationLinks, eq(invitationLinks.invitation_id, id))).toBe(
      0,
    );
    await desk.api.db.update(sessions).set({ authenticated_at: desk.time.now });
    expect(await print(id)).toHaveLength(1);
  });
});

describe('a code', () => {
  it('leads to the acceptance, works once, and proves no e-mail address', async () => {
    const { code, email } = await aLetter();
    const token = await tokenOf(code);
    expect(await preview(token)).toMatchObject({ email, has_account: false });
    // Looked at again, and on another device.
    const other = await tokenOf(code);
    expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
    expect(await findUser(email)).toMatchObject({ email_verified: false, is_active: true });
    const accepted = `410 ${englishOf('invitation_accepted')}`;
    expect(await rejectionOf(type(code))).toBe(accepted);
    expect(await rejectionOf(desk.accept(other, NEWCOMER))).toBe(accepted);
  });

  it('asks an account for its password, and leaves it as it was', async () => {
    const email = 'olga@example.com';
    await insertAccount({ email });
    const { code } = await aLetter({ email });
    const token = await tokenOf(code);
    expect((await desk.accept(token, NEWCOMER)).status).toBe(422);
    expect((await desk.accept(token, { password: PASSWORD })).status).toBe(204);
    expect(await findUser(email)).toMatchObject({ first_name: 'Olga', email_verified: false });
  });

  it('opens a closed account, whose address it does not prove', async () => {
    const email = 'closed@example.com';
    await insertAccount({ email, is_active: false, email_verified: true });
    const { code } = await aLetter({ email });
    expect((await desk.accept(await tokenOf(code), NEWCOMER)).status).toBe(204);
    expect(await findUser(email)).toMatchObject({ is_active: true, email_verified: false });
  });

  it('is read in any case, with blanks and dashes, and with letters for digits', async () => {
    const { code, id } = await aLetter();
    expect((await type(` ${code.toLowerCase().replace('-', ' – ')} `)).status).toBe(200);
    // As somebody reads it who takes 0 for O and 1 for l.
    const misread = code.replaceAll('0', 'o').replaceAll('1', 'l');
    expect((await type(misread)).status).toBe(200);
    for (let count = 0; count < 12; count += 1) await tokenOf(code);
    const made = and(eq(invitationLinks.invitation_id, id), eq(invitationLinks.kind, 'code'));
    expect(await desk.api.db.$count(invitationLinks, made)).toBe(10);
  });

  it.each(['', 'ABCDE', 'ABCDE-FGHJKM', 'ABCDE-FGHJU', 'ABCDE_FGHJK', 'x'.repeat(101)])(
    'has 10 letters and digits: "%s" has not',
    async (code) => {
      const error = { status: 422, errors: [{ field: 'code' }] };
      expect(await errorOf(type(code))).toMatchObject(error);
      expect(await desk.api.db.$count(rateLimits)).toBe(0);
    },
  );

  it('that nobody was sent is unknown, and no link', async () => {
    const { code } = await aLetter();
    expect(await rejectionOf(type('00000-00000'))).toBe(UNKNOWN);
    expect((await desk.open(code)).status).toBe(422);
    expect((await desk.open(code.repeat(2))).status).toBe(404);
  });

  it('leaves the mailed link as it is, and ends with the acceptance by that', async () => {
    const { code, mailed } = await aLetter();
    expect((await desk.accept(mailed, NEWCOMER)).status).toBe(204);
    expect(await rejectionOf(type(code))).toBe(`410 ${englishOf('invitation_accepted')}`);
  });

  it('outlasts a mail that was requested before it', async () => {
    const { id } = await desk.invite();
    const [letter] = await print(id);
    desk.travel(60);
    await desk.send();
    await tokenOf(must(letter, 'letter').code);
    const end = new Date(desk.time.now.getTime() + 59 * DAY_S * 1_000);
    const [row] = await desk.pending();
    expect(new Date(must(row?.expires_at, 'end')).getTime()).toBeGreaterThan(end.getTime());
  });
});

type Ended = Awaited<ReturnType<typeof aLetter>>;

const ENDS: ReadonlyArray<[string, string, (letter: Ended) => unknown]> = [
  ['another letter', REPLACED, ({ id }) => print(id)],
  [
    'a resend, before the mail is out',
    REPLACED,
    async ({ id }) => {
      desk.travel(61);
      expect((await desk.resend(id)).status).toBe(200);
      const [row] = await desk.pending();
      const days = new Date(must(row?.expires_at, 'end')).getTime() - desk.time.now.getTime();
      expect(days).toBe(7 * DAY_S * 1_000);
    },
  ],
  [
    'a reminder',
    REPLACED,
    async ({ id }) => {
      const sent = new Date(desk.time.now.getTime() - 6 * DAY_S * 1_000);
      await desk.api.db
        .update(invitations)
        .set({ expires_at: desk.time.now, last_sent_at: sent })
        .where(eq(invitations.id, id));
      expect(await (await desk.api.call('POST', '/admin/invitations/reminders')).json()).toEqual({
        count: 1,
      });
    },
  ],
  ['the deletion', WITHDRAWN, ({ id }) => desk.api.call('DELETE', `/admin/invitations/${id}`)],
  [
    'the deletion, also after a restore',
    REPLACED,
    async ({ id }) => {
      await desk.api.call('DELETE', `/admin/invitations/${id}`);
      expect(await restoreCalls(desk).restoreRecord('invitation', id)).toBe('1 restored');
    },
  ],
  [
    'its 60 days',
    `410 ${englishOf('letter_expired')}`,
    async ({ code }) => {
      desk.travel(60 * DAY_S - 1);
      await tokenOf(code);
      desk.travel(1);
    },
  ],
];

it.each(ENDS)('a letter ends with %s, and so does the link of its code', async (_, error, end) => {
  const letter = await aLetter();
  const token = await tokenOf(letter.code);
  await end(letter);
  expect(await rejectionOf(type(letter.code))).toBe(error);
  expect(await rejectionOf(desk.open(token))).toBe(error);
  expect(await rejectionOf(desk.accept(token, NEWCOMER))).toBe(error);
});

it('has one code, however many print at once', async () => {
  const { id } = await desk.invite();
  const printed = (await Promise.all([print(id), print(id), print(id)])).flat();
  const statuses = await Promise.all(printed.map(async ({ code }) => (await type(code)).status));
  expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 410, 410]);
});

describe('guessing', () => {
  it('ends after 20 codes of a network, also for the right one; right ones are not counted', async () => {
    const { code } = await aLetter();
    for (let count = 0; count < 25; count += 1) await tokenOf(code);
    for (let count = 0; count < 20; count += 1) {
      expect((await type('00000-00000', '198.51.100.7')).status).toBe(404);
    }
    const stopped = await type(code, '198.51.100.7');
    expect(Number(stopped.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await rejectionOf(Promise.resolve(stopped))).toMatch(
      /^429 Too many wrong codes\. Try again in/,
    );
    expect((await type(code, '198.51.100.8')).status).toBe(200);
  });

  it('ends after 1,000 codes of all networks together', async () => {
    const { code } = await aLetter();
    expect(await rejectionOf(type('00000-00000'))).toBe(UNKNOWN);
    await desk.api.db
      .update(rateLimits)
      .set({ points: 1_000 })
      .where(like(rateLimits.key, 'letter_codes:%'));
    expect((await type(code, '203.0.113.9')).status).toBe(429);
  });
});

it('no address is asked of who has one: neither by a mailed link nor by an unknown one', async () => {
  const { token } = await inviteAndReceive();
  const known = `409 ${englishOf('address_known')}`;
  expect(await rejectionOf(tell(token, 'other@example.com'))).toBe(known);
  expect((await tell('x'.repeat(43), 'other@example.com')).status).toBe(404);
  const { code } = await aLetter();
  expect(await rejectionOf(tell(await tokenOf(code), 'other@example.com'))).toBe(known);
  const late = await aTypedCode();
  await desk.api.call('DELETE', `/admin/invitations/${late.id}`);
  expect(await rejectionOf(tell(late.token, 'other@example.com'))).toBe(WITHDRAWN);
});

it('is forgotten with its person, and some time after its end', async () => {
  const { id, email } = await aLetter();
  const person = await insertUser(desk.api.db, { email });
  await desk.api.call('DELETE', `/admin/users/${person}`);
  expect(await desk.api.db.$count(invitations, eq(invitations.id, id))).toBe(0);
  expect((await desk.api.call('DELETE', `/admin/personal-data/${person}`)).status).toBe(204);
  const letters = eq(invitationLinks.kind, 'letter');
  expect(
    await desk.api.db.$count(invitationLinks, and(letters, eq(invitationLinks.invitation_id, id))),
  ).toBe(0);
  await aLetter();
  const later = new Date(desk.time.now.getTime() + 151 * DAY_S * 1_000);
  const clock = () => later;
  const settings = { keepMailFilesDays: 7, keepInvitationsDays: 90, historyDays: undefined };
  const { db } = desk.api;
  await cleanUp({ db, clock, log: silentLog, mailFolder: '/nowhere', settings });
  expect(await db.$count(invitationLinks, letters)).toBe(0);
});
