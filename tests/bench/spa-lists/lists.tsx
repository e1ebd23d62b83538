import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { ReactNode } from 'react';
import type { Apartment } from '~/apartments/fields';
import type { Condo } from '~/condos/fields';
import type { User } from '~/users/fields';

/** The panel's tables and cards without the panel: the same values, links and buttons, no design. */

const ROW_HEIGHT_PX = 45;
const CARD_HEIGHT_PX = 280;
const CARDS_A_ROW = 3;
const OVERSCAN_ROWS = 4;
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium' });

/** Headers, and what the cells below them show. */
type Columns<T> = ReadonlyArray<[header: string, cell: (row: T) => ReactNode]>;

export const condoColumns: Columns<Condo> = Object.entries({
  ID: ({ id }) => id,
  Name: (condo) => <ToCondo id={condo.id}>{condo.name}</ToCondo>,
  Address: ({ address }) => address,
  Location: ({ city, state, zip_code: zip, country }) => (
    <>
      <span>{`${city ?? ''}, ${state ?? ''}`}</span>
      <span>{`${zip ?? ''}, ${country ?? ''}`}</span>
    </>
  ),
  Created: (condo) => dates.format(new Date(condo.created_at ?? 0)),
  Actions: (condo) => (
    <>
      <ToCondo id={condo.id}>View</ToCondo>
      <button type="button">Delete</button>
    </>
  ),
});

function ToCondo({ id, children }: { id: Condo['id']; children: ReactNode }) {
  return (
    <Link to="/condos/$condoId" params={{ condoId: id }}>
      {children}
    </Link>
  );
}

export const userColumns: Columns<User> = Object.entries({
  Profile: (user) => (
    <img src={user.profile_picture ?? '/profile-placeholder.svg'} alt="Profile" width={36} />
  ),
  Name: (user) => <ToUser user={user}>{`${user.first_name} ${user.last_name}`}</ToUser>,
  Email: ({ email }) => email,
  'Date Joined': (user) => day.format(new Date(user.created_at ?? 0)),
  Associations: (user) => user.condo_associations.length,
  Status: (user) => (user.is_active ? 'Active' : 'Inactive'),
  Actions: (user) => (
    <>
      <ToUser user={user}>View</ToUser>
      <ToUser user={user}>Edit</ToUser>
      <button type="button">Delete</button>
    </>
  ),
});

function ToUser({ user, children }: { user: User; children: ReactNode }) {
  return (
    <Link to="/users/$userId" params={{ userId: user.id }}>
      {children}
    </Link>
  );
}

/** What is in sight as the page scrolls, and the heights of what is above and below it. */
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

/** An empty row is as high as all others. */
export function VirtualTable<T extends { id: number | null }>({
  rows,
  columns,
}: {
  rows: readonly T[];
  columns: Columns<T>;
}) {
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
        <Card key={apartment.id} apartment={apartment} />
      ))}
    </div>
  );
}

function Card({ apartment }: { apartment: Apartment }) {
  const { condo_id: condoId } = apartment;
  const facts = {
    Floor: apartment.floor_number,
    Bedrooms: apartment.bedrooms,
    Bathrooms: apartment.bathrooms,
    Parking: apartment.has_parking ? 'Yes' : 'No',
    Sqmt: apartment.sqmt,
    'Condo ID': <ToCondo id={condoId}>{condoId}</ToCondo>,
    Notes: apartment.notes,
  };
  return (
    <div role="listitem" style={{ overflow: 'hidden' }}>
      <h2>Unit {apartment.apartment_number}</h2>
      <input type="checkbox" aria-label={`Select ${apartment.apartment_number ?? ''}`} />
      <dl>
        {Object.entries(facts).map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <button type="button">Edit</button>
      <button type="button">Delete</button>
    </div>
  );
}
