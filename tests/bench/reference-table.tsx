import {
  createColumnHelper,
  FlexRender,
  tableFeatures,
  useTable,
  type Row,
} from '@tanstack/react-table';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { Link } from '@tanstack/react-router';
import type { Condo } from '~/condos/fields';

/** The panel's table of buildings without the panel: the same cells, links and buttons, no design. */

const ROW_HEIGHT_PX = 45;

const features = tableFeatures({});
const helper = createColumnHelper<typeof features, Condo>();
const dates = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

const columns = helper.columns([
  helper.accessor('id', { header: 'ID' }),
  helper.accessor('name', {
    header: 'Name',
    cell: ({ row }) => <ToCondo condo={row.original}>{row.original.name}</ToCondo>,
  }),
  helper.accessor('address', { header: 'Address' }),
  helper.display({
    id: 'location',
    header: 'Location',
    cell: ({ row: { original } }) => (
      <>
        <span>{`${original.city ?? ''}, ${original.state ?? ''}`}</span>
        <span>{`${original.zip_code ?? ''}, ${original.country ?? ''}`}</span>
      </>
    ),
  }),
  helper.accessor('created_at', {
    header: 'Created',
    cell: ({ row }) => dates.format(new Date(row.original.created_at ?? 0)),
  }),
  helper.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => (
      <>
        <ToCondo condo={row.original}>View</ToCondo>
        <button type="button">Delete</button>
      </>
    ),
  }),
]);

interface ToCondoProps {
  condo: Condo;
  children: string | null;
}

function ToCondo({ condo, children }: ToCondoProps) {
  return (
    <Link to="/condos/$condoId" params={{ condoId: condo.id }}>
      {children}
    </Link>
  );
}

interface TableProps {
  condos: Condo[];
}

/** The rows of the first screen; an empty row is as high as all others. */
export function FirstRows({ condos }: TableProps) {
  const count = Math.ceil(window.innerHeight / ROW_HEIGHT_PX) + 2;
  return <Table condos={condos} from={0} count={count} />;
}

/** The rows in sight, as the page scrolls. */
export function VirtualTable({ condos }: TableProps) {
  // oxlint-disable-next-line react/incompatible-library -- about React Compiler, which is not in use
  const items = useWindowVirtualizer({
    count: condos.length,
    estimateSize: () => ROW_HEIGHT_PX,
    overscan: 4,
  }).getVirtualItems();
  return <Table condos={condos} from={items[0]?.index ?? 0} count={items.length} />;
}

function Table({ condos, from, count }: TableProps & { from: number; count: number }) {
  const table = useTable({ features, columns, data: condos });
  const { rows } = table.getRowModel();
  return (
    <table aria-label="Buildings" style={{ tableLayout: 'fixed', width: '100%' }}>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id}>
                <FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody>
        <Space rows={from} />
        {rows.slice(from, from + count).map((row) => (
          <TableRow key={row.id} row={row} />
        ))}
        <Space rows={rows.length - from - count} />
      </tbody>
    </table>
  );
}

function TableRow({ row }: { row: Row<typeof features, Condo> }) {
  return (
    <tr style={{ height: ROW_HEIGHT_PX }}>
      {row.getAllCells().map((cell) => (
        <td key={cell.id}>
          <FlexRender cell={cell} />
        </td>
      ))}
    </tr>
  );
}

function Space({ rows }: { rows: number }) {
  return rows > 0 && <tr aria-hidden style={{ height: rows * ROW_HEIGHT_PX }} />;
}
