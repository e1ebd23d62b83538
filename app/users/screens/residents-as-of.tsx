import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { apartmentQueries } from '~/apartments/queries';
import type { Apartment } from '~/apartments/fields';
import { condoQueries } from '~/condos/queries';
import { QueryContent, EmptyState } from '~/kit/feedback/query-state';
import { DayChoice } from '~/kit/form/date-input';
import { columnsOf } from '~/kit/table/table-features';
import { DataTable } from '~/kit/table/data-table';
import { Alert } from '~/kit/ui/alert';
import { PageHeader, TitledCard } from '~/kit/ui/card';
import { TableSkeleton } from '~/kit/ui/skeleton';
import { textOrDash, formatDateOnly, formatNumber } from '~/language/format';
import { msg, t } from '~/language/texts';
import { tenancyQueries } from '~/users/tenancy/task';
import { TenancyPeople, type Occupant } from '~/users/tenancy/tenancy-list';
import { isRecordMissing } from '~/rpc/errors/app-error';
import { condoPlace } from '~/condos/fields';

interface ResidentsAsOfProps {
  condoId: number;
  /** The day, YYYY-MM-DD. */
  day: string;
  /** Shown where there is no such building. */
  missing: ReactNode;
  /** Renders the button that exports the residents of the day. */
  renderExport: (condoId: number, condoName: string | null) => ReactNode;
}

/** Shows who lived in which apartment on a day. It is read-only and can be printed. */
export function ResidentsAsOf({ condoId, day, missing, renderExport }: ResidentsAsOfProps) {
  const { data: condo, error, isPending } = useQuery(condoQueries.shown(useQueryClient(), condoId));
  const navigate = useNavigate();
  const show = (as_of: string) => {
    if (as_of === '') return;
    void navigate({
      to: '/condos/$condoId',
      params: { condoId },
      search: { as_of },
      replace: true,
    });
  };
  if (isRecordMissing(condo, error)) {
    return (
      <>
        <PageHeader title={t`Building`} />
        {missing}
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={condo?.name || t`Building`}
        description={condo && condoPlace(condo)}
        actions={renderExport(condoId, condo?.name ?? null)}
      />
      <Alert>
        <span className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <strong>{t`As of ${formatDateOnly(day)}`}</strong>
          <DayChoice label={t`Another day`} day={day} onDay={show} />
          <Link
            to="/condos/$condoId"
            params={{ condoId }}
            search={{}}
            className="link print:hidden"
          >
            {t`Back to today`}
          </Link>
        </span>
      </Alert>
      <TitledCard title={t`Apartments in this Building`}>
        {/* The occupants of a missing building would be a second 404. */}
        {isPending ? (
          <TableSkeleton columns={columnsOn(new Map())} />
        ) : (
          <Occupants condoId={condoId} day={day} />
        )}
      </TitledCard>
    </>
  );
}

const { columns, column } = columnsOf<Apartment>();

function Occupants({ condoId, day }: { condoId: number; day: string }) {
  const skeleton = <TableSkeleton columns={columnsOn(new Map())} />;
  return (
    <QueryContent
      query={apartmentQueries.ofCondo(condoId)}
      loading={t`Loading apartments...`}
      error={t`Error loading apartments.`}
      skeleton={skeleton}
    >
      {(apartments) => (
        <QueryContent
          query={tenancyQueries.onDay(condoId, day)}
          loading={t`Loading users...`}
          error={t`Error loading users.`}
          skeleton={skeleton}
        >
          {(tenancies) => (
            <DataTable
              caption={t`Apartments in this building`}
              columns={columnsOn(Map.groupBy(tenancies, ({ apartment_id }) => apartment_id))}
              data={apartments}
              empty={<EmptyState title={t`No apartments found.`} />}
            />
          )}
        </QueryContent>
      )}
    </QueryContent>
  );
}

/**
 * Columns without a title, so that a phone has a card for each apartment: a row of two lines would cut its
 * residents.
 */
function columnsOn(byApartment: ReadonlyMap<number | null, readonly Occupant[]>) {
  return columns([
    column(
      'apartment_number',
      msg`Number`,
      ({ apartment_number }) => <span translate="no">{textOrDash(apartment_number)}</span>,
      { width: '12%' },
    ),
    column('floor_number', msg`Floor`, ({ floor_number }) => formatNumber(floor_number), {
      width: '4.25rem',
      numeric: true,
    }),
    column('residents', msg`Residents`, ({ id, apartment_number }) => (
      <TenancyPeople
        label={t`People of ${apartment_number ?? ''}`}
        tenancies={byApartment.get(id ?? 0) ?? []}
      />
    )),
  ]);
}
