import { bulkApplyCalls, bulkReviewCalls } from '~/contract/calls/bulk';
import { readReviewType, type ReviewType } from '~/contract/row-review';
import type { Semaphore } from '~/lib/semaphore';
import { withTimeLimit } from '../../db/time-limits.server';
import { administratorOf } from '../../auth/actor';
import type { ApiDeps } from '../../deps';
import { invalidField } from '../../http/api-error';
import { describeForms, routeOf } from '../../http/route-of';
import { createRouter } from '../../http/router';
import { readApplyForm, readValidateForm } from '../bulk-form';
import { explainSheet } from '../explain-sheet';
import { readInProcess } from '~/sheets/process/reading-process.server';
import { IMPORT_LIMIT_MS } from '../../db/import-limits';
import { submitRows } from '../imports/submit';
import { reviewFile } from './review';

/** The file and the multipart boundaries. */
const REVIEW_LIMIT_BYTES = 26 * 1024 * 1024;
/** The changes of the largest file as JSON. */
const APPLY_LIMIT_BYTES = 100 * 1024 * 1024;

const JSON_HEADERS = { 'content-type': 'application/json' };

/** /admin/bulk-review */
export function bulkReviewRoutes({ db }: ApiDeps, fileReaders: Semaphore) {
  const router = createRouter({ multipartLimitBytes: REVIEW_LIMIT_BYTES });
  describeForms(router, bulkReviewCalls);
  return router.openapi(routeOf(bulkReviewCalls, 'file'), async (c) => {
    const { file, stopsAtExport: _stops, ...form } = await readValidateForm(c);
    const type = reviewType(form.type);
    const { signal } = c.req.raw;
    const review = await withTimeLimit(IMPORT_LIMIT_MS, () =>
      fileReaders.withPermit(signal, () =>
        explainSheet(() =>
          reviewFile({ db, readRows: readInProcess }, { ...form, type }, file, signal),
        ),
      ),
    );
    return new Response(JSON.stringify(review), { headers: JSON_HEADERS });
  });
}

/** /admin/bulk-apply */
export function bulkApplyRoutes({ db, clock }: ApiDeps, fileReaders: Semaphore) {
  const router = createRouter({ multipartLimitBytes: APPLY_LIMIT_BYTES });
  describeForms(router, bulkApplyCalls);
  return router.openapi(routeOf(bulkApplyCalls, 'changes'), async (c) => {
    const form = await readApplyForm(c);
    const type = reviewType(form.type);
    const actor = administratorOf(c);
    const result = await withTimeLimit(IMPORT_LIMIT_MS, () =>
      explainSheet(() =>
        submitRows(
          { db, readRows: readInProcess, fileReaders },
          { ...form, changes: { type, list: form.changes }, actor, now: clock() },
          c.req.raw.signal,
        ),
      ),
    );
    return new Response(JSON.stringify(result), { headers: JSON_HEADERS });
  });
}

function reviewType(type: string): ReviewType {
  const known = readReviewType(type);
  if (known) return known;
  throw invalidField('type', 'must be one of condo, apartment');
}
