import { notFound } from '@tanstack/react-router';
import type { QueryHolder } from '~/lib/query-holder';
import type { Capabilities } from './capabilities';

/** Guard of a screen beyond the wire contract: against an API without it there is no such page. */
export async function requireCapability(
  queries: QueryHolder,
  name: keyof Capabilities,
): Promise<void> {
  // With the screen's code, not with the panel's: guards are in the first download of every page.
  const [{ queryClientOf }, { capabilityQueries }] = await Promise.all([
    import('~/lib/query-client'),
    import('./capabilities.queries'),
  ]);
  const can = await queryClientOf(queries).query(capabilityQueries.current());
  if (!can[name]) throw notFound();
}
