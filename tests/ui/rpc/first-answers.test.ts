import type { QueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRouter,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { firstAnswers } from '~/rpc/fetch';
import { createQueryClient } from '~/rpc/query-client';

function aRouter() {
  const queryClient = createQueryClient();
  const routeTree = createRootRouteWithContext<{ queryClient: QueryClient }>()();
  const history = createMemoryHistory();
  return { queryClient, router: createRouter({ routeTree, history, context: { queryClient } }) };
}

const later = (act: () => string) =>
  new Promise<void>((resolve) => setTimeout(resolve, 1)).then(act);

test('the list is waited for, and a failure is an answer, too', async () => {
  const { queryClient, router } = aRouter();
  void queryClient.prefetchQuery({ queryKey: ['list'], queryFn: () => later(() => 'rows') });
  void queryClient.prefetchQuery({
    queryKey: ['other'],
    retry: false,
    queryFn: () =>
      later(() => {
        throw new Error('no answer');
      }),
  });
  await firstAnswers(router);
  expect(queryClient.getQueryData(['list'])).toBe('rows');
  expect(queryClient.getQueryState(['other'])?.status).toBe('error');
});

test('an answer that does not come is not waited for', async () => {
  const { queryClient, router } = aRouter();
  void queryClient.prefetchQuery({ queryKey: ['list'], queryFn: () => new Promise(() => {}) });
  await firstAnswers(router);
  expect(queryClient.isFetching()).toBe(1);
});
