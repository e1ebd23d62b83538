import {
  bulkApplyCalls,
  bulkCreateCalls,
  bulkImportCalls,
  bulkReviewCalls,
  bulkTemplateCalls,
  bulkValidateCalls,
} from '~/imports/calls';
import { readBulkType } from '~/imports/bulk-columns';
import { HTTP_SERVICE_UNAVAILABLE, HTTP_UNPROCESSABLE_CONTENT } from '~/rpc/errors/http-status';
import { Semaphore } from '~/platform/semaphore';
import { SheetError } from '~/imports/formats/sheet-row';
import { administratorOf } from '~/accounts/server/auth-middleware';
import type { Db } from '~/platform/database/connect.server';
import { IMPORT_LIMIT_MS, withTimeLimit } from '~/platform/database/time-limits.server';
import { type ApiDeps, todayOf } from '~/rpc/embedded/deps';
import { ApiError, notFound } from '~/rpc/embedded/api-error';
import { requirePersonalData } from '~/rpc/embedded/personal-data';
import { createRouter, type ApiContext } from '~/rpc/embedded/router';
import { serveCalls } from '~/rpc/embedded/serve-calls';
import { readEdited, readFileForm, readSubmitForm, readType, type SubmitForm } from './bulk-form';
import { findImportByKey, listImportRecords, resultOf } from './import-records.repo';
import { cancelRun, findRun } from './runs.repo';
import { submitRows } from './submit';
import { undoImport } from './undo';
import { reviewFile, validateFile, type OnDay } from './validate';

/** Size of the file and the multipart boundaries. */
const FILE_FORM = { multipartLimitBytes: 26 * 1024 * 1024 };
/** Size of the largest file's rows or changes as JSON, which repeats the field names. */
const ROWS_FORM = { multipartLimitBytes: 100 * 1024 * 1024 };
/** Number of files that are read at once. Each takes up to about 400 MB. */
const READ_AT_ONCE = 2;

/** The routes of imports, each below its path of /admin. */
export function bulkRoutes(deps: ApiDeps) {
  const { db, clock, settings, notifyMailWorker } = deps;
  /** Permits for imports, taken before a connection, so that imports use at most half of the pool. */
  const fileReaders = new Semaphore({
    permits: Math.max(1, Math.min(READ_AT_ONCE, Math.floor(settings.maxConnections / 2))),
    queueLimit: 20,
    busy: () =>
      new ApiError(HTTP_SERVICE_UNAVAILABLE, 'too_many_files', [], { 'retry-after': '60' }),
  });

  function check<Form>(
    c: ApiContext,
    form: Form,
    work: (db: Db, form: OnDay<Form>, signal: AbortSignal) => Promise<object>,
  ): Promise<Response> {
    const { signal } = c.req.raw;
    return answer(() =>
      fileReaders.withPermit(signal, () => work(db, { ...form, day: todayOf(deps) }, signal)),
    );
  }

  function submit(c: ApiContext, form: SubmitForm): Promise<Response> {
    if (form.changes) requireOpenType(form.changes.type, ['condo']);
    else requireOpenType(form.type, ['condo', 'apartment']);
    const by = { actor: administratorOf(c), now: clock(), clock, day: todayOf(deps) };
    const submitted = { ...form, ...by };
    return answer(async () => {
      const { signal } = c.req.raw;
      const { import_id, ...result } = await submitRows(db, fileReaders, submitted, signal);
      if (form.type === 'user_invite' && result.created > 0) notifyMailWorker();
      // The wire contract's answer has no id: it is for callers that send more than that contract has.
      const isExtended = form.changes || form.mails === 'later' || form.fileName !== null;
      return isExtended ? { ...result, import_id } : result;
    });
  }

  return {
    'bulk-validate': serveCalls(createRouter(FILE_FORM), bulkValidateCalls, {
      async file(c) {
        const form = await readFileForm(c, readType);
        requireOpenType(form.type, ['condo', 'apartment']);
        // Personal data is not cleared here: the valid rows are the caller's own and are sent back later.
        c.set('isCleared', true);
        return check(c, form, validateFile);
      },
    }),
    'bulk-create': serveCalls(createRouter(ROWS_FORM), bulkCreateCalls, {
      rows: async (c) => submit(c, await readSubmitForm(c)),
    }),
    'bulk-review': serveCalls(createRouter(FILE_FORM), bulkReviewCalls, {
      async file(c) {
        const form = await readFileForm(c, readEdited);
        requireOpenType(form.type, ['condo']);
        return check(c, form, reviewFile);
      },
    }),
    'bulk-apply': serveCalls(createRouter(ROWS_FORM), bulkApplyCalls, {
      changes: async (c) => submit(c, await readSubmitForm(c, { hasChanges: true })),
    }),
    'bulk-imports': serveCalls(createRouter(), bulkImportCalls, {
      list: () => listImportRecords(db),
      async progress(c) {
        const name = { userId: c.get('session').userId, idempotencyKey: c.req.valid('param').key };
        const progress = await findRun(db, name);
        if (progress) return progress;
        const record = await findImportByKey(db, name);
        if (!record) return { state: 'unknown' as const };
        return { state: 'finished' as const, result: resultOf(record) };
      },
      async cancel(c) {
        const name = { userId: c.get('session').userId, idempotencyKey: c.req.valid('param').key };
        if (!(await cancelRun(db, name))) throw notFound('Import');
      },
      undo(c) {
        const work = () =>
          undoImport(db, c.req.valid('param').id, {
            actor: administratorOf(c),
            session: c.get('session'),
            now: clock(),
            day: todayOf(deps),
            includeChanged: c.req.valid('query').include_changed === 'true',
          });
        const { signal } = c.req.raw;
        return withTimeLimit(IMPORT_LIMIT_MS, () => fileReaders.withPermit(signal, work));
      },
    }),
    'bulk-templates': serveCalls(createRouter(), bulkTemplateCalls, {
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
    }),
  };
}

/**
 * Rejects types that would reveal personal data to a token without the right to it. People are matched by
 * e-mail addresses and phones, and a review compares notes, so such a token can only import other records.
 * @throws ApiError 403
 */
function requireOpenType(type: string, open: readonly string[]): void {
  if (!open.includes(type)) requirePersonalData();
}

/** Sends an import's result: an object, or its JSON as a stream. An unreadable file becomes a 422. */
async function answer(work: () => Promise<object>): Promise<Response> {
  try {
    const result = await withTimeLimit(IMPORT_LIMIT_MS, work);
    const body = result instanceof ReadableStream ? result : JSON.stringify(result);
    return new Response(body, { headers: { 'content-type': 'application/json' } });
  } catch (error) {
    if (error instanceof SheetError) throw new ApiError(HTTP_UNPROCESSABLE_CONTENT, error.sentence);
    throw error;
  }
}
