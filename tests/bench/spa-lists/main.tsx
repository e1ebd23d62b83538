import { QueryClient, QueryClientProvider, queryOptions, useQuery } from '@tanstack/react-query';
import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  Outlet,
  RouterProvider,
  useLocation,
} from '@tanstack/react-router';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { readApartment } from '~/apartments/fields';
import { condoFields, readCondo, type Condo } from '~/condos/fields';
import { formNames, mapNames } from '~/fields/fields';
import { fieldsOf, readId, readList, readText, type UnknownRecord } from '~/fields/reading';
import { searchText } from '~/fields/search-text';
import { readUserPage } from '~/users/fields';
import { must } from '../../support/must';
import { condoColumns, Facts, toCondo, userColumns, VirtualCards, VirtualTable } from './lists';

const MOST_HITS = 20;
const client = new QueryClient();
const SCREENS = ['/dashboard', '/condos', '/users', '/pending-invitations', '/bulk-operations'];
const FIELDS = formNames(condoFields);
const STATS = ['totalCondos', 'totalApartments', 'totalUsers', 'pendingInvitations'];

/** Builds the query of a call. `read` reads its answer. */
function queryOf<T>(path: string, read: (answer: unknown) => T) {
  return queryOptions({
    queryKey: [path],
    queryFn: async () => {
      const authorization = `Bearer ${localStorage.getItem('access_token') ?? ''}`;
      const response = await fetch(`/api/admin${path}`, { headers: { authorization } });
      return read(await response.json());
    },
  });
}

type QueryOf<T> = ReturnType<typeof queryOf<T>>;

const listOf = <T,>(path: string, readItem: (fields: UnknownRecord) => T) =>
  queryOf(path, (answer) => readList(answer, readItem));

const condosQuery = listOf('/condos?sort_by=name&sort_order=asc', readCondo);
const condoQuery = (id: number) =>
  queryOf(`/condos/${id}`, (answer) => readCondo(fieldsOf(answer)));
const apartmentsQuery = (search = '') => listOf(`/apartments${search}`, readApartment);
const usersQuery = queryOf('/users?page=1&page_size=10', readUserPage);
const invitationsQuery = listOf('/invitations', ({ id, email }) => ({
  id: readId(id),
  email: readText(email),
}));

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

const getParentRoute = () => root;

/** A screen that loads its data when it is opened. */
function screen<T>(path: string, query: QueryOf<T>, show: (data: T) => ReactNode) {
  return createRoute({
    getParentRoute,
    path,
    loader: () => void client.prefetchQuery(query),
    component: function Screen() {
      const { data } = useQuery(query);
      return data !== undefined && show(data);
    },
  });
}

const routeTree = root.addChildren([
  screen('/condos', condosQuery, (condos) => (
    <Searchable rows={condos} textOf={textOfCondo}>
      {(shown) => <VirtualTable rows={shown} columns={condoColumns} />}
    </Searchable>
  )),
  screen('/apartments', apartmentsQuery(), (apartments) => (
    <Searchable rows={apartments} textOf={(apartment) => apartment.apartment_number ?? ''}>
      {(shown) => <VirtualCards apartments={shown} />}
    </Searchable>
  )),
  screen('/users', usersQuery, ({ users }) => <VirtualTable rows={users} columns={userColumns} />),
  screen('/dashboard', queryOf('/dashboard-stats', fieldsOf), (stats) => (
    <>
      <h1>Dashboard</h1>
      {STATS.map((name) => (
        <p key={name}>{`${name} ${Number(stats[name]).toLocaleString('en-US')}`}</p>
      ))}
    </>
  )),
  screen('/pending-invitations', invitationsQuery, (invitations) => (
    <VirtualTable rows={invitations} columns={[['Email', ({ email }) => email]]} />
  )),
  createRoute({
    getParentRoute,
    path: '/bulk-operations',
    component: () => (
      <>
        <h1>Bulk Operations</h1>
        <input type="file" aria-label="File" />
      </>
    ),
  }),
  createRoute({ getParentRoute, path: '/condos/$condoId', component: CondoRecord }),
]);
const router = createRouter({ routeTree });

/** The texts of a building in which the panel's search looks too. */
const textOfCondo = ({ name, address, zip_code: zip, city }: Condo) =>
  [name, address, zip, city].join('\n');

interface SearchableProps<T> {
  rows: T[];
  textOf: (row: T) => string;
  children: (shown: T[], typed: string) => ReactNode;
}

/** Filters rows by the typed text and reverses them by a click. Both are painted in the next frame. */
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
      {children(shown, typed)}
    </>
  );
}

/** A building's page, which first shows the row of the list. Its form does not save. */
function CondoRecord() {
  const id = useLocation({ select: ({ pathname }) => Number(pathname.split('/')[2]) });
  const condos = client.getQueryData(condosQuery.queryKey) ?? [];
  const position = condos.findIndex((condo) => condo.id === id);
  const { data: condo } = useQuery({ ...condoQuery(id), placeholderData: () => condos[position] });
  const { data: apartments = [] } = useQuery(apartmentsQuery(`?condo_id=${id}`));
  const next = condos[position + 1];
  const [editedId, setEditedId] = useState<number | null>(null);
  return (
    condo && (
      <>
        <h1>{condo.name}</h1>
        {next && toCondo(next.id, 'Next', 'next')}
        <button type="button" onClick={() => setEditedId(id)}>
          Edit
        </button>
        <Facts key={id} {...mapNames(FIELDS, (name) => condo[name])} />
        {editedId === id && (
          <form>
            {FIELDS.map((name) => (
              <label key={name}>
                {name} <input name={name} defaultValue={condo[name] ?? ''} />
              </label>
            ))}
            <button type="submit">Save</button>
          </form>
        )}
        <ul>
          {apartments.map((apartment) => (
            <li key={apartment.id}>
              {[apartment.apartment_number, apartment.floor_number, apartment.bedrooms].join(', ')}
            </li>
          ))}
        </ul>
      </>
    )
  );
}

/** The search of buildings by name, which Ctrl+K opens. It looks in the loaded list. */
function Palette() {
  const [isOpen, setOpen] = useState(false);
  const { data: condos = [] } = useQuery({ ...condosQuery, enabled: isOpen });
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const isOpener = event.ctrlKey && event.key === 'k';
      if (isOpener) event.preventDefault();
      if (isOpener || event.key === 'Escape') setOpen(isOpener);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  if (!isOpen) return null;
  return (
    <dialog open ref={focusInput} style={{ position: 'fixed', top: 0 }}>
      <Searchable rows={condos} textOf={nameOf}>
        {(hits, typed) => typed !== '' && hits.slice(0, MOST_HITS).map(hitOf)}
      </Searchable>
    </dialog>
  );
}

const focusInput = (dialog: HTMLElement | null) => dialog?.querySelector('input')?.focus();

const nameOf = ({ name }: Condo) => name ?? '';

const hitOf = ({ id, name }: Condo) => (
  <div key={id} role="option" aria-selected={false} tabIndex={-1}>
    {name}
  </div>
);

createRoot(must(document.getElementById('root'), 'root')).render(
  <QueryClientProvider client={client}>
    <RouterProvider router={router} />
  </QueryClientProvider>,
);
