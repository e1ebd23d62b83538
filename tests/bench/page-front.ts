import { readdir, readFile } from 'node:fs/promises';
import { Agent, createServer, request, type RequestListener } from 'node:http';
import { extname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SECURITY_HEADERS } from '~/platform/http/security-headers.server';
import { listening } from '../support/listening';

/*
 * Reference pages need the panel's API on their own origin. Each page, the panel's own too, is served through such a front, so
 * that all pay the same for it, and with the same security headers: a page that is isolated from the one before it gets a new
 * process in a new tab.
 */

export interface PageFront {
  url: string;
  stop: () => Promise<void>;
}

const agent = new Agent({ keepAlive: true });

/** Serves the panel's API and server functions, and everything else by `page`. */
export async function startFront(panelUrl: string, page: RequestListener): Promise<PageFront> {
  const toPanel = passOn(panelUrl);
  const server = createServer((incoming, outgoing) => {
    const isCall = /^\/(api|_serverFn)\//.test(incoming.url ?? '');
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) outgoing.setHeader(name, value);
    (isCall ? toPanel : page)(incoming, outgoing);
  });
  const { url, close } = await listening(server);
  return { url, stop: close };
}

/** Passes requests on to another server. */
export function passOn(to: string): RequestListener {
  return (incoming, outgoing) => {
    const { method, headers } = incoming;
    const call = request(to + (incoming.url ?? ''), { agent, method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    // A page that has left.
    call.on('error', () => outgoing.destroy());
    outgoing.on('close', () => call.destroy());
    incoming.pipe(call);
  };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
};

/** Serves the files of a folder, compressed; any other address is its index.html. */
export async function serveFolder(folder: string): Promise<RequestListener> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = new Map<string, Buffer>();
  for (const entry of entries.filter((candidate) => candidate.isFile())) {
    const path = join(entry.parentPath, entry.name);
    files.set(path.slice(folder.length), gzipSync(await readFile(path)));
  }
  return ({ url = '/' }, outgoing) => {
    const path = files.has(url) ? url : '/index.html';
    outgoing.writeHead(200, {
      'content-type': TYPES[extname(path)] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
    });
    outgoing.end(files.get(path));
  };
}
