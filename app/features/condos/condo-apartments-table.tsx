import { useQuery } from '@tanstack/react-query';
import { EmptyState, ErrorState, LoadingState } from '~/components/feedback/query-state';
import { DataTable, TableSkeleton } from '~/components/table/data-table';
import { apartmentQueries } from '~/data/apartments/apartments.queries';
import type { condoApartmentColumns } from './condo-apartment-columns';

interface CondoApartmentsTableProps {
  condoId: number;
  columns: ReturnType<typeof condoApartmentColumns>;
}

/** A building's apartments in each of their states. */
export function CondoApartmentsTable({ condoId, columns }: CondoApartmentsTableProps) {
  const apartments = useQuery(apartmentQueries.ofCondo(condoId));
  if (apartments.isPending) {
    return (
      <LoadingState
        text="Loading apartments..."
        queryKey={apartmentQueries.ofCondo(condoId).queryKey}
      >
        <TableSkeleton columns={columns.length} />
      </LoadingState>
    );
  }
  if (!apartments.data) {
    return (
      <ErrorState text="Error loading apartments." onRetry={() => void apartments.refetch()} />
    );
  }
  return (
    <DataTable
      caption="Apartments in this building"
      columns={columns}
      data={apartments.data}
      empty={<EmptyState title="No apartments found." />}
    />
  );
}
