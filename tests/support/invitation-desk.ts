import { invitationSchema } from '~/invitations/schema';
import { z } from '~/fields/zod';
import type { ApiDeps } from '~/rpc/embedded/deps';
import type { MailDeps } from '~/rpc/embedded/mail-jobs';
import { createSmtpMailer, type SmtpTimeouts } from '~/platform/mail/smtp-mailer.server';
import { callsOf, createTestApi } from './api';
import { perFile, perTest } from './opened';
import { insertApartment, insertCondo } from './places';
import { silentLog } from './silent-log';
import { sendDueMails } from './send-due-mails';
import { startSmtpServer } from './smtp';

const strictInvitation = z.strictObject({
  ...invitationSchema.shape,
  email: z.string(),
  condo: z.strictObject({ id: z.int(), name: z.string() }),
  apartment: z.strictObject({ id: z.int(), apartment_number: z.string() }).nullable(),
  mail: z.strictObject(invitationSchema.shape.mail.unwrap().shape),
});
export type DeskInvitation = z.infer<typeof strictInvitation>;

/** Long enough on the busiest machine. */
export const PATIENT = { connectMs: 10_000, idleMs: 10_000, totalMs: 20_000 };
/** Time-outs for servers that never answer. */
export const IMPATIENT = { connectMs: 300, idleMs: 300, totalMs: 1_000 };

export type InvitationDesk = Awaited<ReturnType<typeof openInvitationDesk>>;

/** An API with a building, a mail server and a stopped clock. */
export async function openInvitationDesk(overrides: Partial<ApiDeps> = {}) {
  /** The API's time; set it to travel. */
  const time = { now: new Date() };
  const clock = () => time.now;
  const smtp = await startSmtpServer();
  const api = await createTestApi({ clock, ...overrides });
  const condo = await insertCondo(api.db);
  const apartment = await insertApartment(api.db, condo, '12');
  let serial = 0;

  const from = 'no-reply@condo.test';
  /**
   * Dependencies of the mail worker. It sends through a real server, or another one with this `url`.
   */
  const worker = (url = smtp.url, timeouts: SmtpTimeouts = PATIENT): MailDeps => ({
    db: api.db,
    mailer: createSmtpMailer({ requireTls: false, url, from, timeouts }),
    clock,
    log: silentLog,
    publicUrl: 'http://panel.test',
  });
  /** Sends what is due, as the worker would. */
  const send = (...server: Parameters<typeof worker>) => sendDueMails(worker(...server));

  return {
    api,
    smtp,
    condo,
    apartment,
    time,
    worker,
    send,
    /** Invites to the building as its manager, unless told otherwise; the answer is checked. */
    async invite(fields: object = {}): Promise<DeskInvitation> {
      serial += 1;
      const email = `guest${serial}@example.com`;
      const body = { email, role: 'building_manager', condo_id: condo, ...fields };
      return api.read(strictInvitation, 'POST', '/admin/invite-user', body, 201);
    },
    pending: (): Promise<DeskInvitation[]> =>
      api.read(z.array(strictInvitation), 'GET', '/admin/invitations?status=pending'),
    /** Sends what is due, and hands back the token that arrived for an address. */
    async tokenFor(email: string): Promise<string> {
      await send();
      // Domains are lower case on their way.
      const mail = smtp.received.findLast(({ recipients }) =>
        recipients.some((recipient) => recipient.toLowerCase() === email.toLowerCase()),
      );
      if (!mail?.token) throw new Error(`No link arrived for ${email}`);
      return mail.token;
    },
    /** Opens the link of an invitation. */
    open(token: string, address = '192.0.2.1'): Promise<Response> {
      const path = `/invitations/accept?token=${encodeURIComponent(token)}`;
      return callsOf(api, null, address).call('GET', path);
    },
    accept(token: string, body: object, address = '192.0.2.1'): Promise<Response> {
      const accepted = { token, ...body };
      return callsOf(api, null, address).call('POST', '/invitations/accept', accepted);
    },
    resend: (id: number) => api.call('POST', `/admin/invitations/${id}/resend`),
    travel(seconds: number): void {
      time.now = new Date(time.now.getTime() + seconds * 1000);
    },
    async close(): Promise<void> {
      await api.close();
      await smtp.close();
    },
  };
}

/** A desk that is opened before the first test here and closed after the last one. */
export const deskPerFile = (overrides?: Partial<ApiDeps>) =>
  perFile(() => openInvitationDesk(overrides));

/** A desk that is opened before each test and closed after it. */
export const deskPerTest = (overrides?: Partial<ApiDeps>) =>
  perTest(() => openInvitationDesk(overrides));

/** Somebody without an account, as they accept. */
export const NEWCOMER = {
  first_name: 'Anna',
  last_name: 'Muster',
  password: 'four words make one',
};
