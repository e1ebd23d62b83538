import { expect } from 'vitest';
import { invitationLinks, invitations } from '~/api/db/schema';
import type { InvitationDesk } from './invitation-desk';
import { forThisTest } from './opened';
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

/** What a test asks of the queue of a desk. */
export function mailWork(desk: InvitationDesk) {
  async function onlyOne() {
    const [invitation, ...more] = await desk.pending();
    expect(more).toEqual([]);
    if (!invitation) throw new Error('The invitation was lost');
    return invitation;
  }

  async function accept(token: string) {
    return (await desk.api.call('GET', `/invitations/accept?token=${token}`)).status;
  }

  return { onlyOne, accept };
}
