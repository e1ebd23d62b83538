import { createRoute } from '@hono/zod-openapi';
import { z } from '~/fields/zod';
import { namesTag } from './entity-tag';
import { notFound } from './api-error';
import { errorResponses } from './route-of';
import { createRouter } from './router';
import { isMediaName, type MediaStore } from '~/platform/media/media-store';

const mediaRoute = createRoute({
  method: 'get',
  path: '/{name}',
  tags: ['Images'],
  summary: 'An image of a building',
  request: { params: z.object({ name: z.string() }) },
  responses: {
    ...errorResponses(404),
    200: {
      description: 'The image. A name always refers to the same bytes.',
      content: { 'image/webp': { schema: { type: 'string' as const, format: 'binary' } } },
    },
    304: { description: 'The caller already has it' },
  },
});

const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'cross-origin',
};

/** Public, since an <img> sends no token. The names cannot be guessed. */
export function mediaRoutes({ media }: { media: MediaStore }) {
  return createRouter().openapi(mediaRoute, async (c) => {
    const { name } = c.req.valid('param');
    if (!isMediaName(name)) throw notFound('Image');
    const headers = { ...HEADERS, etag: `"${name}"` };
    const bytes = await media.get(name);
    if (!bytes) throw notFound('Image');
    const ifNoneMatch = c.req.header('if-none-match');
    if (namesTag(ifNoneMatch, headers.etag) || namesTag(ifNoneMatch, '*'))
      return c.body(null, 304, headers);
    return c.body(bytes, 200, {
      ...headers,
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
    });
  });
}
