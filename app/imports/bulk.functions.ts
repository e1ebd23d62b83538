import { createServerFn } from '@tanstack/react-start';
import { getRequest } from '@tanstack/react-start/server';
import { formStreamOf } from '~/platform/http/form-stream.server';
import { validated } from '~/rpc/perform.server';
import { withUpstream } from '~/rpc/middleware';
import { applyRows } from './apply-row.server';
import { panelReview } from './panel-review-frames.server';
import { rowRequestsSchema } from './row-change';

/** For APIs without a review: compares the file with the API's list here. */
export const panelReviewFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator((_form: FormData) => formStreamOf(getRequest()))
  .handler(({ context, data }) => panelReview(context.upstream, data, getRequest().signal));

/** Resolves to what became of each row that was tried. */
export const applyRowsFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(rowRequestsSchema))
  .handler(({ context, data }) => applyRows(context.upstream, data, getRequest().signal));
