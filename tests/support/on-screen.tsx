import { QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useLocation,
  useSearch,
} from '@tanstack/react-router';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { expect, vi } from 'vitest';
import { dismissToast, shownToasts } from '~/kit/feedback/toast';
import { Toaster } from '~/kit/feedback/toaster';
import { createQueryClient } from '~/rpc/query-client';

export type OpenedScreen = Awaited<ReturnType<typeof renderScreen>>;

type Search = Readonly<Record<string, unknown>>;

/**
 * Renders a screen at its address, with its own router and query client. A function gets the search
 * params and returns the screen. Every other address shows "At {path}". Retries follow at once.
 */
export async function renderScreen(
  ui: ReactNode | ((search: Search) => ReactNode),
  path = '/screen',
  options: { defaultPreload?: 'intent' } = {},
) {
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
  function Screen() {
    const search: Search = useSearch({ strict: false });
    return typeof ui === 'function' ? ui(search) : ui;
  }
  const router = createRouter({
    routeTree: root.addChildren([
      createRoute({ getParentRoute: () => root, path, component: Screen }),
      createRoute({ getParentRoute: () => root, path: '$', component: Elsewhere }),
    ]),
    history: createMemoryHistory({ initialEntries: [path] }),
    context: { queryClient },
    ...options,
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

/** Presses a button twice by the keyboard before the first press is rendered, as on a busy browser. */
export function pressTwice(button: HTMLElement): void {
  act(() => {
    button.click();
    button.click();
  });
}

/** Presses a key once what React rendered is in the document, and before it is painted. Place it last. */
export function PressBeforePaint({ press }: { press: KeyboardEventInit }) {
  const pressed = useRef(false);
  useLayoutEffect(() => {
    if (pressed.current) return;
    pressed.current = true;
    document.body.dispatchEvent(
      new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...press }),
    );
  }, [press]);
  return null;
}

export const button = (name: string | RegExp) => screen.getByRole('button', { name });

export const field = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);

/** The dialog with this title, once it is open; any dialog without one. */
export const dialog = (title: string | RegExp = /./) =>
  screen.findByRole('dialog', { name: title });

export const noDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

/** Returns the address of the link with this name, once it is there. */
export async function hrefOf(name: string | RegExp): Promise<string | null> {
  return (await screen.findByRole('link', { name })).getAttribute('href');
}

export const textsOf = (elements: Iterable<Element>) =>
  Array.from(elements, ({ textContent }) => textContent);

/** The texts of the cells, row by row. */
export const rowTexts = (part: Pick<typeof screen, 'getAllByRole'> = screen) =>
  part.getAllByRole('row').map(({ children }) => textsOf(children));

/** A list of facts: its labels, each with the value beside it. */
export const factsOf = (part: Pick<typeof screen, 'getAllByRole'> = screen) =>
  Object.fromEntries(
    part
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

/** The value beside a label in a list of facts. */
export const fact = (label: string) =>
  screen.getByText(label, { selector: 'dt' }).nextElementSibling;
