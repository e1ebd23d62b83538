import { createServerFn } from '@tanstack/react-start';
import { exportRequestSchema } from '~/contract/export-schemas';
import { apiKind } from '~/lib/api-kind';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { exportFrames } from './export.server';

export const exportListFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(exportRequestSchema))
  .handler(
    ({ context, data }) =>
      new Response(exportFrames(context.upstream, data, apiKind().isEmbedded), {
        headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
      }),
  );
