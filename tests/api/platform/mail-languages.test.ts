import { expect, it } from 'vitest';
import { accountSchema } from '~/accounts/account';
import { loginResponseSchema } from '~/accounts/session';
import { insertUser, logIn } from '../../support/api';
import { NEWCOMER, deskPerTest } from '../../support/invitation-desk';
import { must } from '../../support/must';
import type { ReceivedMail } from '../../support/smtp';

const desk = deskPerTest();

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
  expect((await desk.resend(id)).status).toBe(200);
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

const inviteAdministrator = (email: string, language: string) =>
  desk.api.call('POST', '/admin/administrators/invitations', { email, language });

it('an unknown language is rejected, and one without a catalogue is English', async () => {
  expect((await inviteAdministrator('kim@example.com', 'Deutsch')).status).toBe(422);
  expect((await inviteAdministrator('kim@example.com', 'rm-CH')).status).toBe(201);
  expect((await mailTo('kim@example.com')).mail.subject).toBe('Your invitation to Condo Admin');
});

it('an administrator is invited in the language, which becomes that of the account', async () => {
  const username = 'urs@example.com';
  await inviteAdministrator(username, 'de-CH');
  const { mail, token } = await mailTo(username);
  expect(mail.subject).toBe('Ihre Einladung zu Condo Admin');
  expect((await desk.accept(token, NEWCOMER)).status).toBe(204);
  const answer = await logIn(desk.api, { username, password: NEWCOMER.password });
  expect(loginResponseSchema.parse(await answer.json()).user).toMatchObject({ language: 'de-CH' });
});

it("the mail to set a new password is in the account's language", async () => {
  const email = 'jean@example.com';
  await insertUser(desk.api.db, { email, password_hash: 'x', language: 'fr-CH' });
  await desk.api.call('POST', '/auth/forgot-password', { email });
  const { mail } = await mailTo(email);
  expect(mail.subject).toBe('Définir un nouveau mot de passe pour Condo Admin');
  expect(mail.text).toContain('Le lien est valable une fois, pendant une heure.');
});
