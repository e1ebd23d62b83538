import type { QueryClient } from '@tanstack/react-query';

/**
 * Where a router keeps its query client (lib/query-client makes it). Nothing here loads the queries' code: the page of the
 * sign-in is there before it (docs/decisions/0041).
 */
export class QueryHolder {
  client: QueryClient | undefined;
}
