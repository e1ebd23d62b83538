import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsGzip } from '~/lib/accepts-gzip';
import { IS_OWN_SERVER } from '~/lib/platform';
import { notFound } from '../http/api-error';
import { createRouter } from '../http/router';
import { docsPage, findDocsFile, type DocsFile } from './docs-files';

const HEADERS = {
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Swagger UI sets style attributes, and its icons are data URLs.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https: http:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
};

/** Once: Swagger UI has 1.5 MB, and anyone may ask for it as often as they like. */
async function compress({ text }: DocsFile): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await promisify(gzip)(text));
}

/** The API's documentation page at /api/docs: served locally, without third-party files or inline scripts. */
export function docsRoutes() {
  const router = createRouter();
  router.get('/', (c) => {
    const { type, text } = docsPage();
    return c.body(text, 200, { ...HEADERS, 'content-type': type });
  });
  const compressed = new Map<string, ReturnType<typeof compress>>();
  router.get('/:file', async (c) => {
    const name = c.req.param('file');
    const file = await findDocsFile(name);
    if (!file) throw notFound('File');
    const headers = { ...HEADERS, 'content-type': file.type, vary: 'accept-encoding' };
    // Function platforms compress answers themselves (server/compress.server.ts).
    if (!IS_OWN_SERVER || !acceptsGzip(c.req.raw.headers)) return c.body(file.text, 200, headers);
    const known = compressed.get(name) ?? compress(file);
    compressed.set(name, known);
    return c.body(await known, 200, { ...headers, 'content-encoding': 'gzip' });
  });
  return router;
}
