import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Apartment } from '~/apartments/fields';
import type { Condo } from '~/condos/fields';
import { fieldsOf, readList, readText } from '~/fields/reading';
import { searchText } from '~/fields/search-text';
import { readUserPage } from '~/users/fields';
import { VirtualCards } from './cards';
import { Palette } from './palette';
import { apartmentsOf, CONDOS, queryOf, type Source } from './queries';
import { CondoRecord } from './record';
import { CondoTable, UserTable } from './table';

const client = new QueryClient();
const SCREENS = [
  ...(['/dashboard', '/condos', '/users'] as const),
  ...(['/pending-invitations', '/bulk-operations'] as const),
];

const root = createRootRoute({
  component: () => (
    <>
      <nav>
        {SCREENS.map((path) => (
          <Link key={path} to={path}>
            {path}
          </Link>
        ))}
      </nav>
      <main>
        <Outlet />
      </main>
      <Palette />
    </>
  ),
});

/** A screen that asks for its data when it is opened. */
function screen<T>(path: string, source: Source<T>, show: (data: T) => ReactNode) {
  const query = queryOf(source);
  return createRoute({
    getParentRoute: () => root,
    path,
    loader: () => void client.prefetchQuery(query),
    component: function Screen() {
      const { data } = useQuery(query);
      return data !== undefined && show(data);
    },
  });
}

const textOfCondo = ({ name, address }: Condo) => `${name ?? ''}\n${address ?? ''}`;
const textOfApartment = (apartment: Apartment) => apartment.apartment_number ?? '';
const COUNTS = ['totalCondos', 'totalApartments', 'totalUsers', 'pendingInvitations'];

const condos = screen('/condos', CONDOS, (rows) => (
  <Searchable rows={rows} textOf={textOfCondo}>
    {(shown) => <CondoTable condos={shown} />}
  </Searchable>
));
const apartments = screen('/apartments', apartmentsOf(), (rows) => (
  <Searchable rows={rows} textOf={textOfApartment}>
    {(shown) => <VirtualCards apartments={shown} />}
  </Searchable>
));
const users = screen('/users', ['/users?page=1&page_size=10', readUserPage], (page) => (
  <UserTable users={page.users} />
));
const dashboard = screen('/dashboard', ['/dashboard-stats', fieldsOf], (stats) => (
  <>
    <h1>Dashboard</h1>
    {COUNTS.map((name) => (
      <p key={name}>{`${name} ${Number(stats[name]).toLocaleString('en-US')}`}</p>
    ))}
  </>
));
const readEmails = (answer: unknown) => readList(answer, ({ email }) => readText(email));
const invitations = screen('/pending-invitations', ['/invitations', readEmails], (emails) => (
  <table>
    <tbody>
      {emails.map((email) => (
        <tr key={email}>
          <td>{email}</td>
        </tr>
      ))}
    </tbody>
  </table>
));
const bulk = createRoute({
  getParentRoute: () => root,
  path: '/bulk-operations',
  component: () => (
    <>
      <h1>Bulk Operations</h1>
      <input type="file" aria-label="File" />
    </>
  ),
});
const record = createRoute({
  getParentRoute: () => root,
  path: '/condos/$condoId',
  component: CondoRecord,
});
const screens = { dashboard, condos, apartments, users, invitations, bulk, record };
const routeTree = root.addChildren(screens);
const router = createRouter({ routeTree });
interface SearchableProps<T> {
  rows: T[];
  textOf: (row: T) => string;
  children: (shown: T[]) => ReactNode;
}

/** Rows by what is typed and the order that was clicked, in the next frame. */
function Searchable<T>({ rows, textOf, children }: SearchableProps<T>) {
  const [typed, setTyped] = useState('');
  const [reversed, setReversed] = useState(false);
  const texts = useMemo(
    () => new Map(rows.map((row) => [row, searchText(textOf(row))])),
    [rows, textOf],
  );
  const ordered = useMemo(() => (reversed ? rows.toReversed() : rows), [rows, reversed]);
  const key = searchText(typed);
  const shown = useMemo(
    () => (key === '' ? ordered : ordered.filter((row) => texts.get(row)?.includes(key))),
    [ordered, texts, key],
  );
  return (
    <>
      <input
        type="search"
        aria-label="Search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <button type="button" onClick={() => setReversed(!reversed)}>
        Name
      </button>
      {children(shown)}
    </>
  );
}

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
