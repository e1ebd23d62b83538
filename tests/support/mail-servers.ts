import { expect } from 'vitest';
import { invitationLinks, invitations } from '~/platform/database/schema/records';
import type { InvitationDesk } from './invitation-desk';
import { forThisTest } from './opened';
import { must } from './must';
import { onMessage, startSmtpServer } from './smtp';

export const start = (options?: Parameters<typeof startSmtpServer>[0]) =>
  forThisTest(startSmtpServer(options));

/** The address of a mail server that is down. */
export async function deadUrl(): Promise<string> {
  const server = await startSmtpServer();
  await server.close();
  return server.url;
}

export const rejecting = (responseCode: number) =>
  start({
    onRcptTo: (_, __, callback) =>
      callback(Object.assign(new Error('No such person'), { responseCode })),
  });

/** A server that holds the text until `during` is done. */
export const held = (during: () => Promise<unknown>) => start({ onData: onMessage(during) });

/** After a test: nothing is invited or sent any more. */
export async function clearMail({ api, smtp }: InvitationDesk): Promise<void> {
  await api.db.delete(invitations);
  await api.db.delete(invitationLinks);
  smtp.received.length = 0;
}

/** The invitation that is pending; there is no other one. */
export async function onlyOne(desk: InvitationDesk) {
  const [invitation, ...more] = await desk.pending();
  expect(more).toEqual([]);
  return must(invitation, 'invitation');
}
