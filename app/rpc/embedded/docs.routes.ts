import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { acceptsGzip } from '~/platform/http/with-headers';
import { IS_OWN_SERVER } from '~/platform/platform';
import { notFound } from './api-error';
import { createRouter, type ApiRouter } from './router';

const TITLE = 'Condo Admin API';

/** Addresses are absolute, since the page itself is /api/docs without a slash at the end. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${TITLE}</title>
    <link rel="icon" href="data:," />
    <link rel="stylesheet" href="/api/docs/swagger-ui.css" />
  </head>
  <body>
    <div id="swagger-ui"></div>
    <script src="/api/docs/swagger-ui-bundle.js"></script>
    <script src="/api/docs/start.js"></script>
  </body>
</html>
`;

const START = `SwaggerUIBundle({
  url: '/api/openapi.json',
  dom_id: '#swagger-ui',
  deepLinking: true,
  presets: [SwaggerUIBundle.presets.apis],
  validatorUrl: null,
});
`;

const JS = 'text/javascript; charset=utf-8';

/** The page's files. Swagger UI is part of the build and loaded on the first request. */
const FILES = new Map([
  ['start.js', { type: JS, load: async () => ({ default: START }) }],
  [
    'swagger-ui-bundle.js',
    { type: JS, load: () => import('swagger-ui-dist/swagger-ui-bundle.js?raw') },
  ],
  [
    'swagger-ui.css',
    { type: 'text/css; charset=utf-8', load: () => import('swagger-ui-dist/swagger-ui.css?raw') },
  ],
]);

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
  router.get('/', (c) =>
    c.body(PAGE, 200, { ...HEADERS, 'content-type': 'text/html; charset=utf-8' }),
  );
  /**
   * Compressed files by name. They are compressed once: Swagger UI has 1.5 MB, and anyone may request it
   * any number of times.
   */
  const compressed = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  router.get('/:file', async (c) => {
    const name = c.req.param('file');
    const file = FILES.get(name);
    if (!file) throw notFound('File');
    const { default: text } = await file.load();
    const headers = { ...HEADERS, 'content-type': file.type, vary: 'accept-encoding' };
    // Function platforms compress answers themselves (app/platform/http/compress.server.ts).
    if (!IS_OWN_SERVER || !acceptsGzip(c.req.raw.headers)) return c.body(text, 200, headers);
    const zipped =
      compressed.get(name) ?? promisify(gzip)(text).then((bytes) => new Uint8Array(bytes));
    compressed.set(name, zipped);
    return c.body(await zipped, 200, { ...headers, 'content-encoding': 'gzip' });
  });
  return router;
}

/** The OpenAPI 3.1 description of every route, made from the contract. */
export function createDocument(app: Pick<ApiRouter, 'getOpenAPI31Document' | 'openAPIRegistry'>) {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    description: 'The access_token of POST /api/auth/login',
  });
  return app.getOpenAPI31Document({
    openapi: '3.1.0',
    info: {
      title: TITLE,
      version: '1.0.0',
      description: 'Residential buildings, their apartments, people and invitations.',
    },
  });
}
