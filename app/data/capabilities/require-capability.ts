import type { QueryClient } from '@tanstack/react-query';
import { notFound } from '@tanstack/react-router';
import type { Capabilities } from './capabilities';
import { capabilityQueries } from './capabilities.queries';

/** Guard of a screen beyond the wire contract: against an API without it there is no such page. */
export async function requireCapability(
  queryClient: QueryClient,
  name: keyof Capabilities,
): Promise<void> {
  const can = await queryClient.query(capabilityQueries.current());
  if (!can[name]) throw notFound();
}
