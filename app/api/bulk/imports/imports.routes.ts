import { createRoute } from '@hono/zod-openapi';
import {
  bulkImportListSchema,
  bulkProgressSchema,
  bulkUndoSchema,
  IDEMPOTENCY_KEY_LIMIT_CHARS,
} from '~/contract/bulk-imports';
import { z } from '~/contract/zod';
import type { Semaphore } from '~/lib/semaphore';
import { administratorOf } from '../../auth/actor';
import { withTimeLimit } from '../../db/time-limits.server';
import type { ApiDeps } from '../../deps';
import { notFound } from '../../http/api-error';
import { bearerSecurity, json, errorResponses } from '../../http/openapi';
import { createRouter } from '../../http/router';
import { idParamSchema } from '../../http/validation';
import { IMPORT_LIMIT_MS } from '../../db/import-limits';
import { findImportByKey, listImportRecords, resultOf } from './import-records.repo';
import type { RunningImports } from './running-imports';
import { undoImport } from './undo';

const shared = { tags: ['Bulk operations'], security: bearerSecurity };
const keyParam = z.object({ key: z.string().min(1).max(IDEMPOTENCY_KEY_LIMIT_CHARS) });

const undoQuery = z.object({
  include_changed: z.enum(['true', 'false']).optional().meta({
    description:
      'Removes what was changed since the import as well, also after an undo that kept it',
  }),
});

const listRoute = createRoute({
  ...shared,
  method: 'get',
  path: '/',
  summary: 'Records of the latest imports, newest first',
  responses: { ...errorResponses(401, 403), 200: json(bulkImportListSchema, 'The import records') },
});

const progressRoute = createRoute({
  ...shared,
  method: 'get',
  path: '/progress/{key}',
  summary: 'Progress of the import with this Idempotency-Key',
  request: { params: keyParam },
  responses: {
    ...errorResponses(401, 403, 404),
    200: json(bulkProgressSchema, 'Progress or result'),
  },
});

const cancelRoute = createRoute({
  ...shared,
  method: 'delete',
  path: '/progress/{key}',
  summary: 'Cancel the import with this Idempotency-Key; it is rolled back',
  request: { params: keyParam },
  responses: { ...errorResponses(401, 403, 404), 204: { description: 'Cancelled' } },
});

const undoRoute = createRoute({
  ...shared,
  method: 'post',
  path: '/{id}/undo',
  summary: 'Remove what an import created, except what was changed since or is in use',
  request: { params: idParamSchema, query: undoQuery },
  responses: {
    ...errorResponses(401, 403, 404, 409, 422, 503),
    200: json(bulkUndoSchema, 'What was removed and what was kept'),
  },
});

/** /admin/bulk-imports: only in the embedded API, see GET /capabilities. */
export function bulkImportRoutes(
  { db, clock }: ApiDeps,
  running: RunningImports,
  fileReaders: Semaphore,
) {
  return createRouter()
    .openapi(listRoute, async (c) => {
      const records = await listImportRecords(db);
      const list = records.map((record) =>
        Object.assign(record, {
          created_at: record.created_at.toISOString(),
          undone_at: record.undone_at?.toISOString() ?? null,
        }),
      );
      return c.json(bulkImportListSchema.parse(list), 200);
    })
    .openapi(progressRoute, async (c) => {
      const { userId } = c.get('session');
      const { key: idempotencyKey } = c.req.valid('param');
      const progress = await running.progressOf(db, { userId, idempotencyKey });
      if (progress) return c.json(progress, 200);
      const record = await findImportByKey(db, { userId, idempotencyKey, hash: '' });
      if (!record) return c.json({ state: 'unknown' as const }, 200);
      return c.json({ state: 'finished' as const, result: resultOf(record) }, 200);
    })
    .openapi(cancelRoute, async (c) => {
      const { key: idempotencyKey } = c.req.valid('param');
      const { userId } = c.get('session');
      if (!(await running.cancel(db, { userId, idempotencyKey }))) throw notFound('Import');
      return c.body(null, 204);
    })
    .openapi(undoRoute, async (c) => {
      const actor = administratorOf(c);
      const includeChanged = c.req.valid('query').include_changed === 'true';
      const undone = await withTimeLimit(IMPORT_LIMIT_MS, () =>
        fileReaders.withPermit(c.req.raw.signal, () =>
          undoImport(db, c.req.valid('param').id, {
            actor,
            session: c.get('session'),
            now: clock(),
            includeChanged,
          }),
        ),
      );
      return c.json(undone, 200);
    });
}
