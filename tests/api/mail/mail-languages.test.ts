import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { users } from '~/api/db/schema';
import { accountSchema } from '~/contract/account';
import { loginResponseSchema } from '~/contract/session';
import { createRequest, insertUser } from '../../support/api';
import { openInvitationDesk, type InvitationDesk } from '../../support/invitation-desk';
import { must } from '../../support/must';
import type { ReceivedMail } from '../../support/smtp';

let desk: InvitationDesk;

beforeEach(async () => {
  desk = await openInvitationDesk();
});

afterEach(() => desk.close());

/** The newest mail to an address, once what is due has been sent. */
async function mailTo(email: string): Promise<ReceivedMail> {
  await desk.send();
  const mails = desk.smtp.received.filter(({ recipients }) => recipients.includes(email));
  return must(mails.at(-1), `a mail to ${email}`);
}

async function choose(language: string): Promise<void> {
  const account = await desk.api.read(accountSchema, 'PUT', '/admin/account', { language });
  expect(account.language).toBe(language);
}

it('an invitation is in the language that was chosen, as text and as HTML, also when it is sent again', async () => {
  const { id } = await desk.invite({ email: 'rolf@example.com', language: 'de-CH' });
  const first = await mailTo('rolf@example.com');
  expect(first.mail.subject).toBe('Ihre Einladung: Seeblick');
  expect(first.mail.text).toContain('Sie wurden als Verwalter eingeladen: Seeblick.');
  expect(first.mail.html).toContain('<html lang="de-CH">');
  expect(first.mail.html).toContain('>Einladung annehmen</a>');
  desk.travel(61);
  expect((await desk.api.call('POST', `/admin/invitations/${id}/resend`)).status).toBe(200);
  const again = await mailTo('rolf@example.com');
  expect(again.token).not.toBe(first.token);
  expect(again.mail.subject).toBe(first.mail.subject);
});

it('a subject beyond ASCII is encoded, and arrives as it was written', async () => {
  const path = `/admin/condos/${desk.condo}`;
  await desk.api.call('PUT', path, { name: 'Résidence Zürichhöhe' });
  await desk.invite({ email: 'zoe@example.com', language: 'fr-CH' });
  const { raw, mail } = await mailTo('zoe@example.com');
  expect(mail.subject).toBe('Votre invitation : Résidence Zürichhöhe');
  expect(/^Subject: (.*)$/im.exec(raw)?.[1]).toMatch(/^=\?UTF-8\?/i);
  expect(mail.text).toContain('Résidence Zürichhöhe');
});

it("without a choice it is the inviter's, and English where nobody has chosen", async () => {
  await desk.invite({ email: 'early@example.com' });
  expect((await mailTo('early@example.com')).mail.subject).toBe('Your invitation to Seeblick');
  await choose('it-CH');
  await desk.invite({ email: 'late@example.com' });
  expect((await mailTo('late@example.com')).mail.subject).toBe('Il suo invito: Seeblick');
});

function inviteKim(language: string): Promise<Response> {
  const body = { email: 'kim@example.com', language };
  return desk.api.call('POST', '/admin/administrators/invitations', body);
}

it('an unknown language is rejected, and one without a catalogue is English', async () => {
  expect((await inviteKim('Deutsch')).status).toBe(422);
  expect((await inviteKim('rm-CH')).status).toBe(201);
  expect((await mailTo('kim@example.com')).mail.subject).toBe('Your invitation to Condo Admin');
});

it('an administrator is invited in the language, which becomes that of the account', async () => {
  await desk.api.call('POST', '/admin/administrators/invitations', {
    email: 'urs@example.com',
    language: 'de-CH',
  });
  const { mail, token } = await mailTo('urs@example.com');
  expect(mail.subject).toBe('Ihre Einladung zu Condo Admin');
  const password = 'a long enough password';
  const names = { first_name: 'Urs', last_name: 'Frei' };
  const accept = createRequest('POST', '/invitations/accept', { token, password, ...names });
  expect((await desk.api.fetch(accept)).status).toBe(204);
  const signIn = createRequest('POST', '/auth/login', { username: 'urs@example.com', password });
  const answer = loginResponseSchema.parse(await (await desk.api.fetch(signIn)).json());
  expect(answer.user).toMatchObject({ language: 'de-CH' });
});

it("the mail to set a new password is in the account's language", async () => {
  const id = await insertUser(desk.api.db, { email: 'jean@example.com', password_hash: 'x' });
  await desk.api.db.update(users).set({ language: 'fr-CH' }).where(eq(users.id, id));
  await desk.api.fetch(
    createRequest('POST', '/auth/forgot-password', { email: 'jean@example.com' }),
  );
  const { mail } = await mailTo('jean@example.com');
  expect(mail.subject).toBe('Définir un nouveau mot de passe pour Condo Admin');
  expect(mail.text).toContain('Le lien est valable une fois, pendant une heure.');
});
