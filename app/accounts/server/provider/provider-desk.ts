import { PROVIDER_PATH } from '~/accounts/provider';
import { VALUE_LABELS } from '~/language/sentences';
import type { ApiDeps } from '~/rpc/embedded/deps';
import { notFound } from '~/rpc/embedded/api-error';
import { createCallQueue } from '~/accounts/server/call-queue';
import { createProvider } from './openid-client';
import type { ProviderDeps } from './round-trip';

/** Path of the provider's redirect, below /api. */
export const CALLBACK = '/callback';

/** The redirect address that is registered at the provider. */
export function redirectUri(publicUrl: string): string {
  return `${publicUrl}/api${PROVIDER_PATH}${CALLBACK}`;
}

export type ProviderDesk = ReturnType<typeof createProviderDesk>;

/** The provider and its queue, which all its groups of routes share. */
export function createProviderDesk(deps: ApiDeps) {
  const { provider: settings, publicUrl } = deps.settings;
  const provider = settings && {
    ...deps,
    provider: settings,
    client: createProvider(settings, redirectUri(publicUrl)),
  };
  return {
    provider: provider ?? null,
    /** Separate from the sign-in queue: a slow provider holds up no other sign-in. */
    queue: createCallQueue(VALUE_LABELS.sign_ins),
    /** The provider. @throws ApiError 404 if none is configured */
    required: (): ProviderDeps => {
      if (!provider) throw notFound('Provider');
      return provider;
    },
  };
}
