import { notFound } from '../http/api-error';
import { createRouter } from '../http/router';
import { docsPage, findDocsFile } from './docs-files';

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

/** The API's documentation page at /api/docs: served locally, without third-party files or inline scripts. */
export function docsRoutes() {
  const router = createRouter();
  router.get('/', (c) => {
    const { type, text } = docsPage();
    return c.body(text, 200, { ...HEADERS, 'content-type': type });
  });
  router.get('/:file', async (c) => {
    const file = await findDocsFile(c.req.param('file'));
    if (!file) throw notFound('File');
    return c.body(file.text, 200, { ...HEADERS, 'content-type': file.type });
  });
  return router;
}
