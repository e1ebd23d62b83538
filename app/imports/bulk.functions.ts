import { createServerFn } from '@tanstack/react-start';
import { getRequest } from '@tanstack/react-start/server';
import { formStreamOf } from '~/platform/http/form-stream.server';
import { withUpstream } from '~/rpc/middleware';
import { panelReview } from './panel-review.server';

/** For APIs without a review: compares the file with the API's list here. */
export const panelReviewFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator((_form: FormData) => formStreamOf(getRequest()))
  .handler(({ context, data }) => panelReview(context.upstream, data, getRequest().signal));
