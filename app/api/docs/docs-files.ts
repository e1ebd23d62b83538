const TITLE = 'Condo Admin API';

/** Absolute addresses: the page itself is /api/docs, without a slash at the end. */
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

export interface DocsFile {
  type: string;
  text: string;
}

const HTML = 'text/html; charset=utf-8';
const CSS = 'text/css; charset=utf-8';
const JS = 'text/javascript; charset=utf-8';

export function docsPage(): DocsFile {
  return { type: HTML, text: PAGE };
}

/** One of the page's files, or null. Swagger UI is part of the build and loaded when the page is requested. */
export async function findDocsFile(name: string): Promise<DocsFile | null> {
  if (name === 'start.js') return { type: JS, text: START };
  if (name === 'swagger-ui.css') {
    return { type: CSS, text: (await import('swagger-ui-dist/swagger-ui.css?raw')).default };
  }
  if (name === 'swagger-ui-bundle.js') {
    return { type: JS, text: (await import('swagger-ui-dist/swagger-ui-bundle.js?raw')).default };
  }
  return null;
}
