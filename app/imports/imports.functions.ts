import { createServerFn } from '@tanstack/react-start';
import { getRequest } from '@tanstack/react-start/server';
import { formStreamOf } from '~/platform/http/form-stream.server';
import { apiKind } from '~/rpc/api-kind';
import { AppError } from '~/rpc/errors/app-error';
import { HTTP_NOT_FOUND } from '~/rpc/errors/http-status';
import { withUpstream } from '~/rpc/middleware';
import { panelReview } from './panel-review.server';
import { exportRequestSchema } from './export-schemas';
import { framedResponse } from '~/rpc/frames.server';
import { validated } from '~/rpc/perform.server';
import { assertMayExport, exportFrames } from './export.server';

export const exportListFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(exportRequestSchema))
  .handler(async ({ context, data }) => {
    const { isEmbedded } = apiKind();
    if (isEmbedded) await assertMayExport(context.upstream, data);
    return framedResponse(exportFrames(context.upstream, data, isEmbedded));
  });

/** Compares a file with the API's list in the panel, for APIs that have no review. */
export const panelReviewFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator((_form: FormData) => formStreamOf(getRequest()))
  .handler(({ context, data }) => {
    // The embedded API has a review, which checks rights.
    if (apiKind().isEmbedded) throw new AppError({ status: HTTP_NOT_FOUND });
    return panelReview(context.upstream, data, getRequest().signal);
  });
