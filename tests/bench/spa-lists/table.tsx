import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import type { Condo } from '~/condos/fields';
import type { User } from '~/users/fields';

/** The panel's tables without the panel: the same cells, links and buttons, no design. */

const ROW_HEIGHT_PX = 45;
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Headers, and what the cells below them show. */
type Columns<T> = ReadonlyArray<readonly [header: string, cell: (row: T) => ReactNode]>;

const condoColumns: Columns<Condo> = [
  ['ID', ({ id }) => id],
  ['Name', (condo) => <ToCondo condo={condo}>{condo.name}</ToCondo>],
  ['Address', ({ address }) => address],
  [
    'Location',
    ({ city, state, zip_code: zip, country }) => (
      <>
        <span>{`${city ?? ''}, ${state ?? ''}`}</span>
        <span>{`${zip ?? ''}, ${country ?? ''}`}</span>
      </>
    ),
  ],
  ['Created', (condo) => dates.format(new Date(condo.created_at ?? 0))],
  [
    'Actions',
    (condo) => (
      <>
        <ToCondo condo={condo}>View</ToCondo>
        <button type="button">Delete</button>
      </>
    ),
  ],
];

function ToCondo({ condo, children }: { condo: Condo; children: ReactNode }) {
  return (
    <Link to="/condos/$condoId" params={{ condoId: condo.id }}>
      {children}
    </Link>
  );
}

const userColumns: Columns<User> = [
  [
    'Profile',
    (user) => (
      <img src={user.profile_picture ?? '/profile-placeholder.svg'} alt="Profile" width={36} />
    ),
  ],
  ['Name', (user) => <ToUser user={user}>{`${user.first_name} ${user.last_name}`}</ToUser>],
  ['Email', ({ email }) => email],
  ['Date Joined', (user) => day.format(new Date(user.created_at ?? 0))],
  ['Associations', (user) => user.condo_associations.length],
  ['Status', (user) => (user.is_active ? 'Active' : 'Inactive')],
  [
    'Actions',
    (user) => (
      <>
        <ToUser user={user}>View</ToUser>
        <ToUser user={user}>Edit</ToUser>
        <button type="button">Delete</button>
      </>
    ),
  ],
];

function ToUser({ user, children }: { user: User; children: ReactNode }) {
  return (
    <Link to="/users/$userId" params={{ userId: user.id }}>
      {children}
    </Link>
  );
}

export const CondoTable = ({ condos }: { condos: readonly Condo[] }) => (
  <VirtualTable rows={condos} columns={condoColumns} />
);

export const UserTable = ({ users }: { users: readonly User[] }) => (
  <VirtualTable rows={users} columns={userColumns} />
);

interface TableProps<T> {
  rows: readonly T[];
  columns: Columns<T>;
}

/** The rows in sight, as the page scrolls; an empty row is as high as all others. */
function VirtualTable<T extends { id: number | null }>({ rows, columns }: TableProps<T>) {
  // oxlint-disable-next-line react/incompatible-library -- about React Compiler, which is not in use
  const items = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 4,
  }).getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = from + items.length;
  return (
    <table style={{ tableLayout: 'fixed', width: '100%' }}>
      <thead>
        <tr>
          {columns.map(([header]) => (
            <th key={header}>{header}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {from > 0 && <tr aria-hidden style={{ height: from * ROW_HEIGHT_PX }} />}
        {rows.slice(from, to).map((row) => (
          <tr key={row.id} style={{ height: ROW_HEIGHT_PX }}>
            {columns.map(([header, cell]) => (
              <td key={header}>{cell(row)}</td>
            ))}
          </tr>
        ))}
        {to < rows.length && (
          <tr aria-hidden style={{ height: (rows.length - to) * ROW_HEIGHT_PX }} />
        )}
      </tbody>
    </table>
  );
}
