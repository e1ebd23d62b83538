import { afterEach, describe, expect, it } from 'vitest';
import { mailQueue } from '~/api/db/operations-schema';
import { sendDueMails } from '~/api/jobs/mail-worker';
import { openInvitationDesk } from '../../support/invitation-desk';
import { onMessage, readMail } from '../../support/smtp';
import { must } from '../../support/must';
import { clearMail, onlyOne, start, held } from '../../support/mail-servers';
import { perFile } from '../../support/opened';

const desk = perFile(openInvitationDesk);

afterEach(() => clearMail(desk));

describe('what happens while a mail is being sent', () => {
  it('Delete wins', async () => {
    const { id } = await desk.invite();
    const server = await held(() => desk.api.call('DELETE', `/admin/invitations/${id}`));
    await desk.send(server.url);
    expect(await desk.pending()).toEqual([]);
    expect(await desk.api.db.select().from(mailQueue)).toEqual([]);
  });

  it('Resend is not lost: a second mail follows the first', async () => {
    const { id } = await desk.invite();
    const answers: number[] = [];
    const server = await held(async () => {
      if (answers.length > 0) return;
      desk.travel(60);
      const answer = await desk.api.call('POST', `/admin/invitations/${id}/resend`);
      answers.push(answer.status);
    });
    // The first mail's own lane, or another one, finds the second mail at once.
    expect(await desk.send(server.url)).toBe(2);
    expect(answers).toEqual([200]);
    expect(server.connections()).toBe(2);
    expect((await onlyOne(desk)).mail.state).toBe('sent');
    expect(await desk.api.db.select().from(mailQueue)).toEqual([]);
  });

  it('Resend overtakes a slow mail: the newest link opens, the slow mail cannot replace it', async () => {
    const { id, email } = await desk.invite();
    const tokens: string[] = [];
    const server = await start({
      onData: onMessage(async (message) => {
        tokens.push((await readMail(message)).token);
        desk.travel(60);
        await desk.api.call('POST', `/admin/invitations/${id}/resend`);
        tokens.push(await desk.tokenFor(email));
      }),
    });
    expect(await desk.send(server.url)).toBe(1);
    const [slow = '', newest = ''] = tokens;
    expect(newest).not.toBe(slow);
    expect((await desk.open(newest)).status).toBe(200);
    expect((await desk.open(slow)).status).toBe(410);
    expect((await onlyOne(desk)).mail.state).toBe('sent');
  });

  it('a slow recipient does not hold up the others', async () => {
    const guests = Array.from({ length: 9 }, (_, index) => `guest-${index}@example.com`);
    for (const email of guests) await desk.invite({ email });
    const others = new Set(guests.slice(1));
    const { promise: othersAreOut, resolve: release } = Promise.withResolvers<void>();
    const server = await start({
      onData: onMessage(async (_message, { envelope }) => {
        const { address } = must(envelope.rcptTo[0], 'recipient');
        others.delete(address);
        if (others.size === 0) release();
        if (address === guests[0]) await othersAreOut;
      }),
    });
    expect(await sendDueMails(desk.worker(server.url))).toBe(guests.length);
    expect((await desk.pending()).map(({ mail }) => mail.state)).toEqual(guests.map(() => 'sent'));
  });
});
