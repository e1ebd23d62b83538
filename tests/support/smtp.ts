import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { callbackify } from 'node:util';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server';

export interface ReceivedMail extends Awaited<ReturnType<typeof readMail>> {
  envelopeFrom: string;
  recipients: string[];
}

export type TestSmtpServer = Awaited<ReturnType<typeof startSmtpServer>>;

/** A real mail server on a free port of this machine; `options` make it slow, strict or fussy. */
export async function startSmtpServer(options: SMTPServerOptions = {}) {
  const received: ReceivedMail[] = [];
  let connections = 0;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: onMessage(async (message, { envelope: { mailFrom, rcptTo } }) => {
      const envelopeFrom = mailFrom ? mailFrom.address : '';
      const recipients = rcptTo.map((recipient) => recipient.address);
      received.push({ ...(await readMail(message)), envelopeFrom, recipients });
    }),
    ...options,
    onConnect(session, callback) {
      connections += 1;
      if (options.onConnect) options.onConnect(session, callback);
      else callback();
    },
  });
  // Clients that time out break the connection, which the tests are about.
  server.on('error', () => undefined);
  const listening = await new Promise<AddressInfo | string | null>((resolve) => {
    const listener = server.listen(0, '127.0.0.1', () => resolve(listener.address()));
  });
  if (listening === null || typeof listening === 'string') throw new Error('No port');
  return {
    url: `smtp://127.0.0.1:${listening.port}`,
    received,
    /** Connections made so far. */
    connections: () => connections,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

/** Works with each message once it has come, and then answers the client: 250, or the error's code. */
export function onMessage(
  work: (message: Buffer, session: SMTPServerSession) => Promise<unknown>,
): NonNullable<SMTPServerOptions['onData']> {
  return (stream, session, callback) => {
    const answered = callbackify(async () => work(await buffer(stream), session));
    answered((error) => callback(error));
  };
}

/** Reads a message as a mail program does; without the link of an invitation its token is empty. */
export async function readMail(message: Buffer | string) {
  const raw = message.toString();
  const mail = await PostalMime.parse(raw);
  const token = /\/invitations\/accept\?token=([\w-]+)/.exec(mail.text ?? '')?.[1] ?? '';
  return { raw, mail, token };
}
