import { bulkImportListSchema } from '~/contract/bulk-imports';
import { bulkImportCalls } from '~/contract/calls/bulk';
import type { Semaphore } from '~/lib/semaphore';
import { administratorOf } from '../../auth/actor';
import { withTimeLimit } from '../../db/time-limits.server';
import type { ApiDeps } from '../../deps';
import { notFound } from '../../http/api-error';
import { routeOf } from '../../http/route-of';
import { createRouter } from '../../http/router';
import { IMPORT_LIMIT_MS } from '../../db/import-limits';
import { findImportByKey, listImportRecords, resultOf } from './import-records.repo';
import { cancelRun, findRun } from './runs.repo';
import { undoImport } from './undo';

/** /admin/bulk-imports */
export function bulkImportRoutes({ db, clock }: ApiDeps, fileReaders: Semaphore) {
  return createRouter()
    .openapi(routeOf(bulkImportCalls, 'list'), async (c) => {
      const records = await listImportRecords(db);
      const list = records.map((record) =>
        Object.assign(record, {
          created_at: record.created_at.toISOString(),
          undone_at: record.undone_at?.toISOString() ?? null,
        }),
      );
      return c.json(bulkImportListSchema.parse(list), 200);
    })
    .openapi(routeOf(bulkImportCalls, 'progress'), async (c) => {
      const { userId } = c.get('session');
      const { key: idempotencyKey } = c.req.valid('param');
      const progress = await findRun(db, { userId, idempotencyKey });
      if (progress) return c.json(progress, 200);
      const record = await findImportByKey(db, { userId, idempotencyKey });
      if (!record) return c.json({ state: 'unknown' as const }, 200);
      return c.json({ state: 'finished' as const, result: resultOf(record) }, 200);
    })
    .openapi(routeOf(bulkImportCalls, 'cancel'), async (c) => {
      const { key: idempotencyKey } = c.req.valid('param');
      const { userId } = c.get('session');
      if (!(await cancelRun(db, { userId, idempotencyKey }))) throw notFound('Import');
      return c.body(null, 204);
    })
    .openapi(routeOf(bulkImportCalls, 'undo'), async (c) => {
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
