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
import { render, screen, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { dismissToast, shownToasts } from '~/components/feedback/toast';
import { Toaster } from '~/components/feedback/toaster';
import { createQueryClient } from '~/lib/query-client';
import { dialog, field, noDialog } from './on-screen';

interface RenderOptions {
  /** The address of the screen; every other address shows "At {path}". */
  path?: string;
}

export type OpenedScreen = Awaited<ReturnType<typeof renderScreen>>;

/** Renders a screen at its address, with its own router and query client. Retries follow at once. */
export async function renderScreen(ui: ReactNode, { path = '/screen' }: RenderOptions = {}) {
  // The router scrolls up on navigation; jsdom cannot and logs an error.
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  // Toasts belong to the page, and the page is one for all tests of a file.
  for (const { id } of shownToasts.get()) dismissToast(id);
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
  const user = userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });

  /** Presses a button, once it is there. */
  async function press(name: string | RegExp): Promise<void> {
    await user.click(await screen.findByRole('button', { name }));
  }

  /** Presses a button of the dialog with this title. */
  async function answer(title: string | RegExp, name: string): Promise<void> {
    await user.click(within(await dialog(title)).getByRole('button', { name }));
  }

  /** Reads what the dialog with this title says, and closes it by OK. */
  async function acknowledge(title: string, text: string): Promise<void> {
    expect(within(await dialog(title)).getByText(text)).toBeVisible();
    await answer(title, 'OK');
    await noDialog();
  }

  /** Types in place of what is in a field. */
  async function retype(label: string, text: string): Promise<void> {
    await user.clear(field(label));
    await user.type(field(label), text);
  }

  return { router, queryClient, user, press, answer, acknowledge, retype };
}

function Elsewhere() {
  return <p>At {useLocation().pathname}</p>;
}
