import type { Semaphore } from '~/lib/semaphore';
import { readBulkType } from '~/contract/bulk-columns';
import { bulkCreateCalls, bulkTemplateCalls, bulkValidateCalls } from '~/contract/calls/bulk';
import { withTimeLimit } from '../db/time-limits.server';
import { administratorOf } from '../auth/actor';
import type { ApiDeps } from '../deps';
import { notFound } from '../http/api-error';
import { describeForms, routeOf } from '../http/route-of';
import { createRouter } from '../http/router';
import { readCreateForm, readValidateForm } from './bulk-form';
import { readInProcess } from '~/sheets/process/reading-process.server';
import { IMPORT_LIMIT_MS } from '../db/import-limits';
import { explainSheet } from './explain-sheet';
import { submitRows } from './imports/submit';
import { validateFile } from './validate';

/** The file and the multipart boundaries. */
const VALIDATE_LIMIT_BYTES = 26 * 1024 * 1024;
/** The rows of the largest file as JSON, which repeats the field names. */
const CREATE_LIMIT_BYTES = 100 * 1024 * 1024;

const JSON_HEADERS = { 'content-type': 'application/json' };

/** /admin/bulk-validate */
export function bulkValidateRoutes({ db }: ApiDeps, fileReaders: Semaphore) {
  const router = createRouter({ multipartLimitBytes: VALIDATE_LIMIT_BYTES });
  describeForms(router, bulkValidateCalls);
  return router.openapi(routeOf(bulkValidateCalls, 'file'), async (c) => {
    const { file, stopsAtExport, ...form } = await readValidateForm(c);
    const job = { input: 'file', ...form } as const;
    const { signal } = c.req.raw;
    const answer = await withTimeLimit(IMPORT_LIMIT_MS, () =>
      fileReaders.withPermit(signal, () =>
        explainSheet(() =>
          validateFile({ db, readRows: readInProcess, stopsAtExport }, job, file, signal),
        ),
      ),
    );
    return new Response(answer, { headers: JSON_HEADERS });
  });
}

/** /admin/bulk-create */
export function bulkCreateRoutes({ db, clock, notifyMailWorker }: ApiDeps, fileReaders: Semaphore) {
  const router = createRouter({ multipartLimitBytes: CREATE_LIMIT_BYTES });
  describeForms(router, bulkCreateCalls);
  return router.openapi(routeOf(bulkCreateCalls, 'rows'), async (c) => {
    const form = await readCreateForm(c);
    const actor = administratorOf(c);
    const result = await withTimeLimit(IMPORT_LIMIT_MS, () =>
      explainSheet(() =>
        submitRows(
          { db, readRows: readInProcess, fileReaders },
          { ...form, actor, now: clock() },
          c.req.raw.signal,
        ),
      ),
    );
    if (form.type === 'user_invite' && result.created > 0) notifyMailWorker();
    return new Response(JSON.stringify(result), { headers: JSON_HEADERS });
  });
}

/** /admin/bulk-templates */
export function bulkTemplateRoutes() {
  return createRouter().openapi(routeOf(bulkTemplateCalls, 'get'), async (c) => {
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
  });
}
