import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { Apartment } from '~/apartments/fields';

/** The panel's cards of apartments without the panel: the same values, links and buttons, no design. */

const ROW_HEIGHT_PX = 280;
const COLUMNS = 3;
const OVERSCAN_ROWS = 4;

/** The cards in sight, as the page scrolls. */
export function VirtualCards({ apartments }: { apartments: Apartment[] }) {
  // oxlint-disable-next-line react/incompatible-library -- about React Compiler, which is not in use
  const virtualizer = useWindowVirtualizer({
    count: Math.ceil(apartments.length / COLUMNS),
    estimateSize: () => ROW_HEIGHT_PX,
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
            gridTemplateColumns: `repeat(${COLUMNS}, 1fr)`,
            height: ROW_HEIGHT_PX,
            overflow: 'hidden',
          }}
        >
          {apartments.slice(index * COLUMNS, (index + 1) * COLUMNS).map((apartment) => (
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
    'Condo ID': (
      <Link to="/condos/$condoId" params={{ condoId }}>
        {condoId}
      </Link>
    ),
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
