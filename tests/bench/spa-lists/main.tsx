import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { readApartment, type Apartment } from '~/apartments/fields';
import { readCondo, type Condo } from '~/condos/fields';
import { readList } from '~/fields/reading';
import { searchText } from '~/fields/search-text';
import { readUserPage } from '~/users/fields';
import { VirtualCards } from '../reference-cards';
import { fetchAnswer } from '../reference-list';
import { VirtualTable } from '../reference-table';
import { UserTable } from '../reference-users';

const client = new QueryClient();
const root = createRootRoute();

/** A screen that asks for its list when it is opened. */
function listRoute<T>(
  path: '/condos' | '/apartments' | '/users',
  read: (answer: unknown) => T,
  show: (list: T) => ReactNode,
) {
  const query = queryOptions({ queryKey: [path], queryFn: async () => read(await fetchAnswer()) });
  return createRoute({
    getParentRoute: () => root,
    path,
    loader: () => void client.prefetchQuery(query),
    component: function List() {
      const { data } = useQuery(query);
      return data && show(data);
    },
  });
}

const textOfCondo = ({ name, address }: Condo) => `${name ?? ''}\n${address ?? ''}`;
const textOfApartment = (apartment: Apartment) => apartment.apartment_number ?? '';

const condos = listRoute(
  '/condos',
  (answer) => readList(answer, readCondo),
  (rows) => (
    <Searchable rows={rows} textOf={textOfCondo}>
      {(shown) => <VirtualTable condos={shown} />}
    </Searchable>
  ),
);
const apartments = listRoute(
  '/apartments',
  (answer) => readList(answer, readApartment),
  (rows) => (
    <Searchable rows={rows} textOf={textOfApartment}>
      {(shown) => <VirtualCards apartments={shown} />}
    </Searchable>
  ),
);
const users = listRoute('/users', readUserPage, (page) => <UserTable users={page.users} />);
const router = createRouter({ routeTree: root.addChildren([condos, apartments, users]) });

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
