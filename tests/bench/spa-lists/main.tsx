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
import { readCondo, type Condo } from '~/condos/fields';
import { fieldsOf, readId, readList, readText } from '~/fields/reading';
import { searchText } from '~/fields/search-text';
import { readUserPage } from '~/users/fields';
import { condoColumns, userColumns, VirtualCards, VirtualTable } from './lists';

const MOST_HITS = 20;
const client = new QueryClient();
const SCREENS = [
  ...(['/dashboard', '/condos', '/users'] as const),
  ...(['/pending-invitations', '/bulk-operations'] as const),
];

const FIELDS = [
  ...(['name', 'address', 'city', 'state', 'zip_code', 'country', 'website'] as const),
  ...(['date_built', 'number_of_units', 'description'] as const),
];

/** A call by its path, and what its answer is read as. */
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

const condosQuery = queryOf('/condos?sort_by=name&sort_order=asc', (answer) =>
  readList(answer, readCondo),
);

const condoQuery = (id: number) =>
  queryOf(`/condos/${id}`, (answer) => readCondo(fieldsOf(answer)));

const apartmentsQuery = (search = '') =>
  queryOf(`/apartments${search}`, (answer) => readList(answer, readApartment));

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

/** A screen that asks for its data when it is opened. */
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

const STATS = ['totalCondos', 'totalApartments', 'totalUsers', 'pendingInvitations'];
const usersQuery = queryOf('/users?page=1&page_size=10', readUserPage);
const invitationsQuery = queryOf('/invitations', (answer) =>
  readList(answer, ({ id, email }) => ({ id: readId(id), email: readText(email) })),
);

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

/** The texts of a building that a search looks through, as the panel does. */
const textOfCondo = ({ name, address, zip_code: zip, city }: Condo) =>
  [name, address, zip, city].join('\n');

interface SearchableProps<T> {
  rows: T[];
  textOf: (row: T) => string;
  children: (shown: T[], typed: string) => ReactNode;
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
      {children(shown, typed)}
    </>
  );
}

/** The panel's page of a building without the panel: it begins with what the list knows. */
function CondoRecord() {
  const id = useLocation({ select: ({ pathname }) => Number(pathname.split('/')[2]) });
  const condos = client.getQueryData(condosQuery.queryKey) ?? [];
  const position = condos.findIndex((condo) => condo.id === id);
  const { data: condo } = useQuery({ ...condoQuery(id), placeholderData: () => condos[position] });
  const { data: apartments = [] } = useQuery(apartmentsQuery(`?condo_id=${id}`));
  const next = condos[position + 1];
  return (
    condo && (
      <>
        <h1>{condo.name}</h1>
        {next && (
          <Link rel="next" to="/condos/$condoId" params={{ condoId: next.id }}>
            Next
          </Link>
        )}
        <Facts key={id} condo={condo} />
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

/** The values, and a form for them, which does not save: that is not measured. */
function Facts({ condo }: { condo: Condo }) {
  const [isEdited, setEdited] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setEdited(true)}>
        Edit
      </button>
      <dl>
        {FIELDS.map((name) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{condo[name]}</dd>
          </div>
        ))}
      </dl>
      {isEdited && (
        <form>
          {FIELDS.map((name) => (
            <label key={name}>
              {name} <input name={name} defaultValue={condo[name] ?? ''} />
            </label>
          ))}
          <button type="submit">Save</button>
        </form>
      )}
    </>
  );
}

/** Ctrl+K opens a search of the buildings by name, in the list that is loaded. */
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

const place = document.getElementById('root');
if (place) {
  createRoot(place).render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}
