import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { currentToasts, dismissToast } from '~/components/feedback/toast';
import { Toaster } from '~/components/feedback/toaster';
import { createQueryClient } from '~/lib/query-client';

interface RenderOptions {
  /** The address of the screen; every other address shows "At {path}". */
  path?: string;
}

/** Renders a screen at its address, with its own router and query client. Retries follow at once. */
export async function renderScreen(ui: ReactNode, { path = '/screen' }: RenderOptions = {}) {
  // The router scrolls up on navigation; jsdom cannot and logs an error.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  // Toasts belong to the page, and the page is one for all tests of a file.
  for (const { id } of currentToasts()) dismissToast(id);
  const queryClient = createQueryClient();
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({ queries: { ...queries, retryDelay: 0 } });
  const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({
    component: () => (
      <main id="main" tabIndex={-1}>
        <Outlet />
        <Toaster />
      </main>
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path, component: () => ui }),
      createRoute({ getParentRoute: () => root, path: '$', component: Elsewhere }),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
    context: { queryClient },
  });
  await router.load();
  render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // A dialog accepts presses only a moment after it has opened.
  return {
    router,
    queryClient,
    user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }),
  };
}

function Elsewhere() {
  return <p>At {useLocation().pathname}</p>;
}
