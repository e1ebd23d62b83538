import { createServer } from 'node:http';
import { listening } from '../../support/listening';

/**
 * Another web site, with pages by path. `url` is this host under another name, and `sibling` this host
 * on another port.
 */
export interface OtherSite {
  /** Another site to the browser: its host is another one. */
  url: string;
  /** Address with the same host and another port: the same site, but another origin. */
  sibling: string;
  close: () => Promise<void>;
}

export async function startOtherSite(pages: Readonly<Record<string, string>>): Promise<OtherSite> {
  const server = createServer((request, response) => {
    const page = pages[request.url ?? ''];
    response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' });
    response.end(page);
  });
  const { port, close } = await listening(server, 0, '0.0.0.0');
  return { url: `http://localhost:${port}`, sibling: `http://127.0.0.1:${port}`, close };
}
