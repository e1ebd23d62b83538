import { unitHash } from '~/apartments/search';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router';
import { act, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, test, vi } from 'vitest';
import { PageFocus } from '~/kit/layout/page-focus';
import { RowLink } from '~/kit/table/row-links';
import { must } from '../../support/must';

const USERS = [70, 7];
const UNITS = ['1A', '1B'];

function List() {
  return (
    <>
      <h1 tabIndex={-1}>List</h1>
      {USERS.map((userId) => (
        <RowLink key={userId} link={{ to: '/users/$userId', params: { userId } }} opensRow>
          User {userId}
        </RowLink>
      ))}
      {UNITS.map((unit) => (
        <RowLink
          key={unit}
          link={{
            to: '/condos/$condoId',
            params: { condoId: 3 },
            hash: must(unitHash(unit), unit),
          }}
          opensRow
        >
          Unit {unit}
        </RowLink>
      ))}
    </>
  );
}

const Elsewhere = () => <h1 tabIndex={-1}>At {useLocation().pathname}</h1>;

/** Opens an address from the list by the mouse, which focuses nothing, and goes back. */
async function comeBackFrom(href: string) {
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const root = createRootRoute({
    component: () => (
      <main>
        <PageFocus />
        <Outlet />
      </main>
    ),
  });
  const child = (path: string, component: () => ReactNode) =>
    createRoute({ getParentRoute: () => root, path, component });
  const router = createRouter({
    routeTree: root.addChildren([child('/list', List), child('$', Elsewhere)]),
    history: createMemoryHistory({ initialEntries: ['/list'] }),
  });
  await router.load();
  render(<RouterProvider router={router} />);
  await screen.findByRole('heading', { name: 'List' });
  await act(() => router.navigate({ href }));
  await waitFor(() => expect(screen.getByRole('heading', { name: /^At / })).toHaveFocus());
  act(() => router.history.back());
  await screen.findByRole('heading', { name: 'List' });
}

test.each([
  ['/users/7', 'User 7'],
  ['/users/7/edit', 'User 7'],
  ['/condos/3#unit-1B', 'Unit 1B'],
  ['/condos/3', 'Unit 1A'],
])('back from %s the focus is on the row of "%s"', async (href, name) => {
  await comeBackFrom(href);
  await waitFor(() => expect(screen.getByRole('link', { name })).toHaveFocus());
});

test('it is on the heading where no row leads to where one comes from', async () => {
  await comeBackFrom('/users/8');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'List' })).toHaveFocus());
});

test('it is on the heading where the row is out of sight', async () => {
  const far = new DOMRect(0, window.innerHeight, 100, 20);
  vi.spyOn(HTMLAnchorElement.prototype, 'getBoundingClientRect').mockReturnValue(far);
  await comeBackFrom('/users/7');
  await waitFor(() => expect(screen.getByRole('heading', { name: 'List' })).toHaveFocus());
});
