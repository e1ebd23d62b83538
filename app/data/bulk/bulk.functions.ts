import { createServerFn } from '@tanstack/react-start';
import { getRequest } from '@tanstack/react-start/server';
import { streamToBrowser } from '../answer';
import { listHeaders } from '../list-headers.server';
import { streamedForm } from '../streamed-form.server';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { bulkSubmit, checkedKey } from './bulk-body.server';
import {
  applyBulkChanges,
  cancelBulkImport,
  createBulkRows,
  getBulkProgress,
  listBulkImports,
  reviewBulkFile,
  undoBulkImport,
  validateBulkFile,
} from './bulk.server';
import { applyRows, createRow, removeRow } from './apply-row.server';
import { panelReviewFrames } from './panel-review-frames.server';
import {
  newRowRequestSchema,
  removedRowRequestSchema,
  rowChangesRequestSchema,
} from './row-change';
import { undoRequestSchema } from './undo-request';

export const validateBulkFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(streamedForm)
  .handler(async ({ context, data }) =>
    streamToBrowser(await validateBulkFile(context.upstream, data, listHeaders())),
  );

export const createBulkFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(bulkSubmit)
  .handler(async ({ context, data }) =>
    streamToBrowser(await createBulkRows(context.upstream, data)),
  );

export const reviewBulkFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(streamedForm)
  .handler(async ({ context, data }) =>
    streamToBrowser(await reviewBulkFile(context.upstream, data)),
  );

export const applyBulkFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(bulkSubmit)
  .handler(async ({ context, data }) =>
    streamToBrowser(await applyBulkChanges(context.upstream, data)),
  );

export const listBulkImportsFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .handler(async ({ context }) => streamToBrowser(await listBulkImports(context.upstream)));

export const bulkProgressFn = createServerFn({ method: 'GET' })
  .middleware([withUpstream])
  .validator(checkedKey)
  .handler(async ({ context, data }) =>
    streamToBrowser(await getBulkProgress(context.upstream, data)),
  );

export const cancelBulkImportFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(checkedKey)
  .handler(({ context, data }) => cancelBulkImport(context.upstream, data));

export const undoBulkImportFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(undoRequestSchema))
  .handler(async ({ context, data }) =>
    streamToBrowser(await undoBulkImport(context.upstream, data)),
  );

/** For an API that reviews no files: what it lists is compared with the file here. */
export const panelReviewFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(streamedForm)
  .handler(
    async ({ context, data }) =>
      new Response(await panelReviewFrames(context.upstream, data, getRequest().signal), {
        headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
      }),
  );

/** Resolves to a failure or null for each row that was tried. */
export const applyRowsFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(rowChangesRequestSchema))
  .handler(({ context, data }) => applyRows(context.upstream, data, getRequest().signal));

export const createRowFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(newRowRequestSchema))
  .handler(({ context, data }) => createRow(context.upstream, data));

export const removeRowFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(removedRowRequestSchema))
  .handler(({ context, data }) => removeRow(context.upstream, data));
