import { Link } from '@tanstack/react-router';
import { createColumnHelper } from '~/components/table/data-table';
import { Button, buttonVariants } from '~/components/ui/button';
import type { Condo } from '~/contract/condo-reading';
import { dash, formatDateTime } from '~/lib/format';

const helper = createColumnHelper<Condo>();

/** Columns of the building list. `onDelete` opens the confirm dialog. */
export function condoColumns(onDelete: (condo: Condo) => void) {
  return helper.columns([
    helper.accessor('id', {
      header: 'ID',
      meta: { width: '6.5rem', sortable: true, numeric: true, selectable: true },
      cell: ({ row }) => dash(row.original.id),
    }),
    helper.accessor('name', {
      header: 'Name',
      meta: { width: '20%', sortable: true },
      cell: ({ row }) => <CondoName condo={row.original} />,
    }),
    helper.accessor('address', {
      header: 'Address',
      cell: ({ row }) => dash(row.original.address),
    }),
    helper.display({
      id: 'location',
      header: 'Location',
      cell: ({ row }) => <CondoLocation condo={row.original} />,
    }),
    helper.accessor('created_at', {
      header: 'Created',
      meta: { width: '12.25rem' },
      cell: ({ row }) => formatDateTime(row.original.created_at),
    }),
    helper.display({
      id: 'actions',
      header: 'Actions',
      meta: { width: '10rem' },
      cell: ({ row }) => <CondoActions condo={row.original} onDelete={onDelete} />,
    }),
  ]);
}

function CondoName({ condo }: { condo: Condo }) {
  return (
    <span className="flex items-center gap-2">
      {/* The place of the flag stays, so that all names begin at one line. */}
      <span className="size-5 shrink-0">
        {condo.flag_url && (
          <img
            src={condo.flag_url}
            alt=""
            width={20}
            height={20}
            loading="lazy"
            className="rounded-xs outline -outline-offset-1 outline-line"
          />
        )}
      </span>
      {condo.id === null ? (
        dash(condo.name)
      ) : (
        <Link
          id={nameId(condo.id)}
          to="/condos/$condoId"
          params={{ condoId: condo.id }}
          className="rounded-xs font-semibold hover:underline"
        >
          {dash(condo.name)}
        </Link>
      )}
    </span>
  );
}

/** The element that says which building the buttons of a row are for. */
function nameId(id: number): string {
  return `condo-${id}`;
}

/** City and state, then zip code and country. */
function CondoLocation({ condo }: { condo: Condo }) {
  const place = [condo.city, condo.state].filter(Boolean).join(', ');
  const region = [condo.zip_code, condo.country].filter(Boolean).join(', ');
  return (
    <>
      <span className="block">{dash(place)}</span>
      {region && <span className="block text-muted">{region}</span>}
    </>
  );
}

function CondoActions({ condo, onDelete }: { condo: Condo; onDelete: (condo: Condo) => void }) {
  if (condo.id === null) return <>-</>;
  return (
    <span className="flex gap-2">
      <Link
        to="/condos/$condoId"
        params={{ condoId: condo.id }}
        aria-describedby={nameId(condo.id)}
        className={buttonVariants({ variant: 'ghost', size: 'sm' })}
      >
        View
      </Link>
      <Button
        variant="quiet-danger"
        size="sm"
        aria-describedby={nameId(condo.id)}
        onClick={() => onDelete(condo)}
      >
        Delete
      </Button>
    </span>
  );
}
