import { createServerFn } from '@tanstack/react-start';
import { exportRequestSchema } from '~/contract/export-schemas';
import { apiKind } from '../api-kind.server';
import { validated } from '../validated';
import { withUpstream } from '../with-upstream';
import { exportFrames } from './export.server';

export const exportListFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(exportRequestSchema))
  .handler(
    ({ context, data }) =>
      new Response(exportFrames(context.upstream, data, apiKind()), {
        headers: { 'content-type': 'application/octet-stream', 'cache-control': 'no-store' },
      }),
  );
