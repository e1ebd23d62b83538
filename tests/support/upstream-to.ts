import { createUpstream, type Transport } from '~/rpc/upstream.server';

/** A door to an API behind this transport. */
export function upstreamTo(
  transport: Transport,
  options: Partial<Parameters<typeof createUpstream>[0]> = {},
) {
  return createUpstream({ transport, baseUrl: 'http://api.test/api', token: 't', ...options });
}
