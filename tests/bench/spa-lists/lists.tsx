import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import type { Apartment } from '~/apartments/fields';
import type { Condo } from '~/condos/fields';
import type { User } from '~/users/fields';

/* Tables and cards with the panel's values, links and buttons, but without its design. */

const ROW_HEIGHT_PX = 45;
const CARD_HEIGHT_PX = 280;
const CARDS_A_ROW = 3;
const OVERSCAN_ROWS = 4;
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** The header of each column, and the cell of a row below it. */
type Columns<T> = ReadonlyArray<[header: string, cell: (row: T) => ReactNode]>;

export const toCondo = (id: number | null, text: ReactNode, rel?: string) => (
  <Link rel={rel} to="/condos/$condoId" params={{ condoId: id }}>
    {text}
  </Link>
);

const toUser = (id: number | null, text: ReactNode) => (
  <Link to="/users/$userId" params={{ userId: id }}>
    {text}
  </Link>
);

const buttons = (...links: ReactNode[]) => (
  <>
    {links}
    <button type="button">Delete</button>
  </>
);

export const condoColumns: Columns<Condo> = Object.entries({
  ID: ({ id }) => id,
  Name: ({ id, name }) => toCondo(id, name),
  Address: ({ address }) => address,
  Location: ({ city, state, zip_code: zip, country }) => (
    <>
      <span>{`${city ?? ''}, ${state ?? ''}`}</span>
      <span>{`${zip ?? ''}, ${country ?? ''}`}</span>
    </>
  ),
  Created: (condo) => dates.format(new Date(condo.created_at ?? 0)),
  Actions: ({ id }) => buttons(toCondo(id, 'View')),
});

export const userColumns: Columns<User> = Object.entries({
  Profile: (user) => (
    <img src={user.profile_picture ?? '/profile-placeholder.svg'} alt="Profile" width={36} />
  ),
  Name: (user) => toUser(user.id, `${user.first_name} ${user.last_name}`),
  Email: ({ email }) => email,
  'Date Joined': (user) => day.format(new Date(user.created_at ?? 0)),
  Associations: (user) => user.condo_associations.length,
  Status: (user) => (user.is_active ? 'Active' : 'Inactive'),
  Actions: ({ id }) => buttons(toUser(id, 'View'), toUser(id, 'Edit')),
});

/** The range of rows in sight as the page scrolls, and the heights of the rows above and below it. */
function useInSight(count: number, heightPx: number) {
  // oxlint-disable-next-line react/incompatible-library -- about React Compiler, which is not in use
  const items = useWindowVirtualizer({
    count,
    estimateSize: () => heightPx,
    overscan: OVERSCAN_ROWS,
  }).getVirtualItems();
  const from = items[0]?.index ?? 0;
  const to = from + items.length;
  return { from, to, abovePx: from * heightPx, belowPx: (count - to) * heightPx };
}

interface TableProps<T> {
  rows: readonly T[];
  columns: Columns<T>;
}

/** A table of the rows in sight. One empty row each stands for all rows above and below them. */
export function VirtualTable<T extends { id: number | null }>({ rows, columns }: TableProps<T>) {
  const { from, to, abovePx, belowPx } = useInSight(rows.length, ROW_HEIGHT_PX);
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
        {abovePx > 0 && <tr aria-hidden style={{ height: abovePx }} />}
        {rows.slice(from, to).map((row) => (
          <tr key={row.id} style={{ height: ROW_HEIGHT_PX }}>
            {columns.map(([header, cell]) => (
              <td key={header}>{cell(row)}</td>
            ))}
          </tr>
        ))}
        {belowPx > 0 && <tr aria-hidden style={{ height: belowPx }} />}
      </tbody>
    </table>
  );
}

const CARDS_STYLE = {
  display: 'grid',
  gridTemplateColumns: `repeat(${CARDS_A_ROW}, 1fr)`,
  gridAutoRows: CARD_HEIGHT_PX,
};

export function VirtualCards({ apartments }: { apartments: Apartment[] }) {
  const lines = Math.ceil(apartments.length / CARDS_A_ROW);
  const { from, to, abovePx, belowPx } = useInSight(lines, CARD_HEIGHT_PX);
  return (
    <div role="list" style={{ ...CARDS_STYLE, paddingTop: abovePx, paddingBottom: belowPx }}>
      {apartments.slice(from * CARDS_A_ROW, to * CARDS_A_ROW).map((apartment) => (
        <Card key={apartment.id} {...apartment} />
      ))}
    </div>
  );
}

function Card(apartment: Apartment) {
  const { condo_id: condoId, apartment_number: number } = apartment;
  const facts = {
    Floor: apartment.floor_number,
    Bedrooms: apartment.bedrooms,
    Bathrooms: apartment.bathrooms,
    Parking: apartment.has_parking ? 'Yes' : 'No',
    Sqmt: apartment.sqmt,
    'Condo ID': toCondo(condoId, condoId),
    Notes: apartment.notes,
  };
  return (
    <div role="listitem" style={{ overflow: 'hidden' }}>
      <h2>Unit {number}</h2>
      <input type="checkbox" aria-label={`Select ${number ?? ''}`} />
      <Facts {...facts} />
      <button type="button">Edit</button>
      <button type="button">Delete</button>
    </div>
  );
}

/** Values by their labels. */
export function Facts(facts: Readonly<Record<string, ReactNode>>) {
  return (
    <dl>
      {Object.entries(facts).map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
