import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';

const TYPES = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** What a platform has in front of the function: files of `folder` are served as they are, the rest is its business. */
export async function serveFront(folder, invoke) {
  const port = Number(process.env.PORT);
  const host = process.env.HOST ?? '127.0.0.1';
  const server = createServer((incoming, outgoing) => {
    void answer(folder, invoke, incoming, outgoing).catch((error) => {
      process.stderr.write(`${error?.stack ?? error}\n`);
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end('The function failed');
    });
  });
  await new Promise((resolve) => server.listen(port, host, resolve));
  process.once('SIGTERM', () => process.exit(0));
}

async function answer(folder, invoke, incoming, outgoing) {
  const { pathname } = new URL(incoming.url ?? '/', 'http://front');
  const file = join(folder, normalize(pathname));
  const found = await stat(file).catch(() => null);
  if (found?.isFile()) {
    outgoing.writeHead(200, {
      'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    });
    createReadStream(file).pipe(outgoing);
    return;
  }
  const response = await invoke(
    await toRequest(incoming),
    incoming.socket.remoteAddress ?? '127.0.0.1',
  );
  outgoing.statusCode = response.status;
  for (const [name, value] of response.headers) {
    if (name !== 'set-cookie') outgoing.setHeader(name, value);
  }
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) outgoing.setHeader('set-cookie', cookies);
  // As it comes: a platform streams what the function streams.
  if (response.body) for await (const chunk of response.body) outgoing.write(chunk);
  outgoing.end();
}

async function toRequest(incoming) {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (value !== undefined) headers.set(name, String(value));
  }
  const body = await buffer(Readable.from(incoming));
  const { method = 'GET', url } = incoming;
  return new Request(`http://${headers.get('host')}${url}`, {
    method,
    headers,
    ...(body.length > 0 && { body: new Uint8Array(body) }),
  });
}
