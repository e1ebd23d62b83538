import { bulkImportCalls } from '~/contract/calls/bulk';
import type { Semaphore } from '~/lib/semaphore';
import { administratorOf } from '../../auth/auth-middleware';
import { IMPORT_LIMIT_MS, withTimeLimit } from '../../db/time-limits.server';
import type { ApiDeps } from '../../deps';
import { notFound } from '../../http/api-error';
import { createRouter } from '../../http/router';
import { serveCalls } from '../../http/serve-calls';
import { findImportByKey, listImportRecords, resultOf } from './import-records.repo';
import { cancelRun, findRun } from './runs.repo';
import { undoImport } from './undo';

/** /admin/bulk-imports */
export function bulkImportRoutes({ db, clock }: ApiDeps, fileReaders: Semaphore) {
  return serveCalls(createRouter(), bulkImportCalls, {
    list: () => listImportRecords(db),
    async progress(c) {
      const { userId } = c.get('session');
      const { key: idempotencyKey } = c.req.valid('param');
      const progress = await findRun(db, { userId, idempotencyKey });
      if (progress) return progress;
      const record = await findImportByKey(db, { userId, idempotencyKey });
      if (!record) return { state: 'unknown' as const };
      return { state: 'finished' as const, result: resultOf(record) };
    },
    async cancel(c) {
      const { key: idempotencyKey } = c.req.valid('param');
      const { userId } = c.get('session');
      if (!(await cancelRun(db, { userId, idempotencyKey }))) throw notFound('Import');
    },
    undo(c) {
      const { id } = c.req.valid('param');
      const options = {
        actor: administratorOf(c),
        session: c.get('session'),
        includeChanged: c.req.valid('query').include_changed === 'true',
      };
      return withTimeLimit(IMPORT_LIMIT_MS, () =>
        fileReaders.withPermit(c.req.raw.signal, () =>
          undoImport(db, id, { ...options, now: clock() }),
        ),
      );
    },
  });
}
