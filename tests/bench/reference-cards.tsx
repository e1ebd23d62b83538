import { Link } from '@tanstack/react-router';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { Apartment } from '~/apartments/fields';

/** The panel's cards of apartments without the panel: the same values, links and buttons, no design. */

const ROW_HEIGHT_PX = 280;
const COLUMNS = 3;
const OVERSCAN_ROWS = 4;

interface CardsProps {
  apartments: Apartment[];
}

/** The cards in sight, as the page scrolls. */
export function VirtualCards({ apartments }: CardsProps) {
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
          }}
        >
          <CardRow apartments={apartments} index={index} />
        </div>
      ))}
    </div>
  );
}

function CardRow({ apartments, index }: CardsProps & { index: number }) {
  return (
    <div
      style={{
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
  );
}

function Card({ apartment }: { apartment: Apartment }) {
  return (
    <div role="listitem">
      <h2>Unit {apartment.apartment_number}</h2>
      <input type="checkbox" aria-label={`Select ${apartment.apartment_number ?? ''}`} />
      <dl>
        <Fact label="Floor" value={apartment.floor_number} />
        <Fact label="Bedrooms" value={apartment.bedrooms} />
        <Fact label="Bathrooms" value={apartment.bathrooms} />
        <Fact label="Parking" value={apartment.has_parking ? 'Yes' : 'No'} />
        <Fact label="Sqmt" value={apartment.sqmt} />
        <div>
          <dt>Condo ID</dt>
          <dd>
            <Link to="/condos/$condoId" params={{ condoId: apartment.condo_id }}>
              {apartment.condo_id}
            </Link>
          </dd>
        </div>
        <Fact label="Notes" value={apartment.notes} />
      </dl>
      <button type="button">Edit</button>
      <button type="button">Delete</button>
    </div>
  );
}

function Fact({ label, value }: { label: string; value: string | number | null }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}
