import { createServer, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { listening } from './listening';

/** Answers requests on a free port of this machine: HTTP as it is, for code that is a function of a Request. */
export async function serveHttp(answer: (request: Request) => Promise<Response>) {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const response = await answer(await toRequest(incoming));
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.end(Buffer.from(await response.arrayBuffer()));
    })().catch(() => outgoing.destroy());
  });
  return listening(server);
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
