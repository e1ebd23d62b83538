import { createServerFn } from '@tanstack/react-start';
import { exportRequestSchema } from './export-schemas';
import { apiKind } from '~/rpc/api-kind';
import { framedResponse } from '~/rpc/frames.server';
import { validated } from '~/rpc/perform.server';
import { withUpstream } from '~/rpc/middleware';
import { assertMayExport, exportFrames } from './export.server';

export const exportListFn = createServerFn({ method: 'POST' })
  .middleware([withUpstream])
  .validator(validated(exportRequestSchema))
  .handler(async ({ context, data }) => {
    const { isEmbedded } = apiKind();
    if (isEmbedded) await assertMayExport(context.upstream, data);
    return framedResponse(exportFrames(context.upstream, data, isEmbedded));
  });
