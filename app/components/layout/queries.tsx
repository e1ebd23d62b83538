import { QueryClientProvider } from '@tanstack/react-query';
import { useRouteContext } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryClientOf } from '~/lib/query-client';

/** Gives the router's query client to what is inside. It is around each screen that has queries: the root has none (docs/decisions/0041). */
export function Queries({ children }: { children: ReactNode }) {
  const queries = useRouteContext({ from: '__root__', select: (context) => context.queries });
  return <QueryClientProvider client={queryClientOf(queries)}>{children}</QueryClientProvider>;
}
