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

/** The rows in sight, as the page scrolls; an empty row is as high as all others. */
export function VirtualTable<T extends { id: number | null }>({
  rows,
  columns,
}: {
  rows: readonly T[];
  columns: Columns<T>;
}) {
  // oxlint-disable-next-line react/incompatible-library -- about React Compiler, which is not in use
  const items = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: OVERSCAN_ROWS,
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

/** The cards in sight, as the page scrolls. */
export function VirtualCards({ apartments }: { apartments: Apartment[] }) {
  // oxlint-disable-next-line react/incompatible-library -- about React Compiler, which is not in use
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(apartments.length / CARDS_A_ROW),
    estimateSize: () => CARD_HEIGHT_PX,
    overscan: OVERSCAN_ROWS,
  });
  return (
    <div role="list" style={{ position: 'relative', height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ key, index, start }) => (
        <div
          key={key}
          style={{
            position: 'absolute',
            insetInline: 0,
            top: 0,
            transform: `translateY(${start}px)`,
            display: 'grid',
            gridTemplateColumns: `repeat(${CARDS_A_ROW}, 1fr)`,
            height: CARD_HEIGHT_PX,
            overflow: 'hidden',
          }}
        >
          {apartments.slice(index * CARDS_A_ROW, (index + 1) * CARDS_A_ROW).map((apartment) => (
            <Card key={apartment.id} apartment={apartment} />
          ))}
        </div>
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
    <div role="listitem">
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
