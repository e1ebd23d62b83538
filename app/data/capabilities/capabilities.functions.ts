import { createServerFn } from '@tanstack/react-start';
import { getSettings } from '~/lib/settings.server';
import { withPublicUpstream } from '../with-upstream';
import { getCapabilities } from './capabilities.server';

export const getCapabilitiesFn = createServerFn({ method: 'GET' })
  .middleware([withPublicUpstream])
  .handler(({ context }) =>
    getCapabilities(context.upstream, { isExternal: getSettings().apiBaseUrl !== undefined }),
  );
