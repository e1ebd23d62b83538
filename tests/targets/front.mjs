import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';

const TYPES = {
  '.css': 'text/css',
  '.csv': 'text/csv',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
};

/** What a platform has in front of the function: files of `folder` are served as they are, `answer` gets the rest. */
export async function serveFront(folder, answer) {
  const port = Number(process.env.PORT);
  const host = process.env.HOST ?? '127.0.0.1';
  const server = createServer((incoming, outgoing) => {
    void serve(folder, answer, incoming, outgoing).catch((error) => {
      process.stderr.write(`${error?.stack ?? error}\n`);
      if (!outgoing.headersSent) outgoing.writeHead(502);
      outgoing.end('The function failed');
    });
  });
  await new Promise((resolve) => server.listen(port, host, resolve));
}

async function serve(folder, answer, incoming, outgoing) {
  const { pathname } = new URL(incoming.url ?? '/', 'http://front');
  const file = join(folder, normalize(pathname));
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) {
    await answer(incoming, outgoing);
    return;
  }
  outgoing.writeHead(200, { 'content-type': TYPES[extname(file)] ?? 'application/octet-stream' });
  createReadStream(file).pipe(outgoing);
}
