import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useMemo, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { readApartment, type Apartment } from '~/contract/apartment-reading';
import { readCondo, type Condo } from '~/contract/condo-reading';
import { searchText } from '~/contract/search-text';
import { readUserPage } from '~/contract/user-reading';
import { VirtualCards } from '../reference-cards';
import { fetchAnswer, fetchRows } from '../reference-list';
import { VirtualTable } from '../reference-table';
import { UserTable } from '../reference-users';

const client = new QueryClient();
const condos = queryOptions({ queryKey: ['condos'], queryFn: () => fetchRows(readCondo) });
const apartments = queryOptions({
  queryKey: ['apartments'],
  queryFn: () => fetchRows(readApartment),
});
const users = queryOptions({
  queryKey: ['users'],
  queryFn: async () => readUserPage(await fetchAnswer()),
});

const root = createRootRoute();
const router = createRouter({
  routeTree: root.addChildren([
    createRoute({
      getParentRoute: () => root,
      path: '/condos',
      loader: () => void client.prefetchQuery(condos),
      component: Buildings,
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/apartments',
      loader: () => void client.prefetchQuery(apartments),
      component: Apartments,
    }),
    createRoute({
      getParentRoute: () => root,
      path: '/users',
      loader: () => void client.prefetchQuery(users),
      component: Users,
    }),
  ]),
});

function Buildings() {
  const { data } = useQuery(condos);
  return (
    data && (
      <Searchable rows={data} textOf={textOfCondo}>
        {(shown) => <VirtualTable condos={shown} />}
      </Searchable>
    )
  );
}

function Apartments() {
  const { data } = useQuery(apartments);
  return (
    data && (
      <Searchable rows={data} textOf={textOfApartment}>
        {(shown) => <VirtualCards apartments={shown} />}
      </Searchable>
    )
  );
}

function Users() {
  const { data } = useQuery(users);
  return data && <UserTable users={data.users} />;
}

const textOfCondo = ({ name, address }: Condo) => `${name ?? ''}\n${address ?? ''}`;
const textOfApartment = (apartment: Apartment) => apartment.apartment_number ?? '';

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
