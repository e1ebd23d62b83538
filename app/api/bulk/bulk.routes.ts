import {
  bulkApplyCalls,
  bulkCreateCalls,
  bulkReviewCalls,
  bulkTemplateCalls,
  bulkValidateCalls,
} from '~/contract/calls/bulk';
import { readBulkType } from '~/contract/bulk-columns';
import { HTTP_SERVICE_UNAVAILABLE, HTTP_UNPROCESSABLE_CONTENT } from '~/contract/http-status';
import { Semaphore } from '~/lib/semaphore';
import { TOO_MANY_FILES_MESSAGE } from '~/sheets/formats/limits';
import { SheetError } from '~/sheets/formats/sheet-error';
import { administratorOf } from '../auth/actor';
import { IMPORT_LIMIT_MS } from '../db/import-limits';
import { withTimeLimit } from '../db/time-limits.server';
import type { ApiDeps } from '../deps';
import { ApiError, notFound } from '../http/api-error';
import { createRouter } from '../http/router';
import { serveCalls } from '../http/serve-calls';
import { readApplyForm, readCreateForm, readReviewForm, readValidateForm } from './bulk-form';
import { submitRows } from './imports/submit';
import { reviewFile } from './review/review';
import { validateFile } from './validate';

/** The file and the multipart boundaries. */
const FILE_FORM = { multipartLimitBytes: 26 * 1024 * 1024 };
/** The rows or changes of the largest file as JSON, which repeats the field names. */
const ROWS_FORM = { multipartLimitBytes: 100 * 1024 * 1024 };
/** Files that are read at once; each takes up to about 400 MB. */
const READ_AT_ONCE = 2;

/**
 * Permits for imports, their validation and their undo. They are acquired before a database connection, and imports
 * never hold more than half of the pool: the rest stays free for other calls.
 */
export function createFileReaders(maxConnections: number): Semaphore {
  return new Semaphore({
    permits: Math.max(1, Math.min(READ_AT_ONCE, Math.floor(maxConnections / 2))),
    queueLimit: 20,
    busy: () =>
      new ApiError(HTTP_SERVICE_UNAVAILABLE, TOO_MANY_FILES_MESSAGE, [], {
        'retry-after': '60',
      }),
  });
}

/** /admin/bulk-validate */
export function bulkValidateRoutes({ db }: ApiDeps, fileReaders: Semaphore) {
  return serveCalls(createRouter(FILE_FORM), bulkValidateCalls, {
    async file(c) {
      const form = await readValidateForm(c);
      const { signal } = c.req.raw;
      return answer(() => fileReaders.withPermit(signal, () => validateFile(db, form, signal)));
    },
  });
}

/** /admin/bulk-review */
export function bulkReviewRoutes({ db }: ApiDeps, fileReaders: Semaphore) {
  return serveCalls(createRouter(FILE_FORM), bulkReviewCalls, {
    async file(c) {
      const form = await readReviewForm(c);
      const { signal } = c.req.raw;
      return answer(() => fileReaders.withPermit(signal, () => reviewFile(db, form, signal)));
    },
  });
}

/** /admin/bulk-create */
export function bulkCreateRoutes({ db, clock, notifyMailWorker }: ApiDeps, fileReaders: Semaphore) {
  return serveCalls(createRouter(ROWS_FORM), bulkCreateCalls, {
    async rows(c) {
      const submit = { ...(await readCreateForm(c)), actor: administratorOf(c), now: clock() };
      return answer(async () => {
        const result = await submitRows(db, fileReaders, submit, c.req.raw.signal);
        if (submit.type === 'user_invite' && result.created > 0) notifyMailWorker();
        return result;
      });
    },
  });
}

/** /admin/bulk-apply */
export function bulkApplyRoutes({ db, clock }: ApiDeps, fileReaders: Semaphore) {
  return serveCalls(createRouter(ROWS_FORM), bulkApplyCalls, {
    async changes(c) {
      const submit = { ...(await readApplyForm(c)), actor: administratorOf(c), now: clock() };
      return answer(() => submitRows(db, fileReaders, submit, c.req.raw.signal));
    },
  });
}

/** The result of an import as JSON, or the JSON text that it is. A file that cannot be read is the caller's error. */
async function answer(work: () => Promise<object>): Promise<Response> {
  try {
    const result = await withTimeLimit(IMPORT_LIMIT_MS, work);
    const body = result instanceof ReadableStream ? result : JSON.stringify(result);
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  } catch (error) {
    if (error instanceof SheetError) throw new ApiError(HTTP_UNPROCESSABLE_CONTENT, error.message);
    throw error;
  }
}

/** /admin/bulk-templates */
export function bulkTemplateRoutes() {
  return serveCalls(createRouter(), bulkTemplateCalls, {
    async get(c) {
      const type = readBulkType(c.req.valid('param').type);
      if (!type) throw notFound('Template');
      // The workbook writer is loaded on demand.
      const { createTemplate } = await import('./template');
      return new Response(await createTemplate(type), {
        headers: {
          'content-type': bulkTemplateCalls.calls.get.fileType,
          'content-disposition': `attachment; filename="${type}_template.xlsx"`,
        },
      });
    },
  });
}
