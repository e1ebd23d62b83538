import { createServerFn } from '@tanstack/react-start';
import { apiKind } from '../api-kind.server';
import { withPublicUpstream } from '../with-upstream';
import { sendCapabilities } from './capabilities.server';

export const getCapabilitiesFn = createServerFn({ method: 'GET' })
  .middleware([withPublicUpstream])
  .handler(({ context }) => sendCapabilities(context.upstream, apiKind()));
