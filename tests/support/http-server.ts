import {
  createServer,
  request,
  type Agent,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { listening } from './listening.ts';

/** Serves a function of Request over real HTTP, on a free port of this machine. */
export function serveHttp(answer: (request: Request) => Promise<Response>) {
  const server = createServer((incoming, outgoing) => {
    answerBy(answer, incoming, outgoing).catch(() => outgoing.destroy());
  });
  return listening(server);
}

/** Answers a request that came over HTTP by `answer`, a function from Request and address to Response. */
export async function answerBy(
  answer: (request: Request, address: string) => Promise<Response>,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const { remoteAddress = '127.0.0.1' } = incoming.socket;
  const { status, headers, body } = await answer(await toRequest(incoming), remoteAddress);
  outgoing.statusCode = status;
  outgoing.setHeaders(headers);
  // As it comes: a platform streams what the function streams.
  if (body) for await (const chunk of body) outgoing.write(chunk);
  outgoing.end();
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const body = await buffer(incoming);
  const { method = 'GET', url } = incoming;
  return new Request(`http://${headers.get('host')}${url}`, {
    method,
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}

/** Passes a request on to the server at this port, and its answer back as it comes. */
export function passOn(
  port: number,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  agent: Agent | false = false,
): Promise<void> {
  const { method, url, headers } = incoming;
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method, path: url, headers, agent };
    const call = request(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, outgoing, () => undefined);
    });
    call.on('error', reject);
    outgoing.once('close', () => {
      // The client may have left.
      call.destroy();
      resolve();
    });
    // The server answers some calls before their body has come.
    call.flushHeaders();
    incoming.pipe(call);
  });
}
