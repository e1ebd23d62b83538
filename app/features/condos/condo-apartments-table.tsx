import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyModule, useLazyModule } from '~/components/feedback/lazy-module';
import { ErrorState } from '~/components/feedback/error-state';
import { EmptyState, LoadingState } from '~/components/feedback/query-state';
import type { SelectColumn } from '~/components/table/body-row';
import { DataTable, TableSkeleton } from '~/components/table/data-table';
import type { Apartment } from '~/contract/apartment-reading';
import { apartmentMutations } from '~/data/apartments/apartments.mutations';
import { useUndoDelete } from '~/data/history/use-undo-delete';
import { apartmentQueries } from '~/data/apartments/apartments.queries';
import type { condoApartmentColumns } from './condo-apartment-columns';

const batch = lazyModule(() => import('~/components/apartments/apartment-batch'));

interface CondoApartmentsTableProps {
  condoId: number;
  columns: ReturnType<typeof condoApartmentColumns>;
}

/** A building's apartments in each of their states. */
export function CondoApartmentsTable({ condoId, columns }: CondoApartmentsTableProps) {
  const apartments = useQuery(apartmentQueries.ofCondo(condoId));
  const client = useQueryClient();
  const undo = useUndoDelete('apartment');
  const [select, setSelect] = useState<SelectColumn<Apartment>>();
  const ApartmentBatch = useLazyModule(batch, apartments.isSuccess).module?.ApartmentBatch;
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
    <>
      {ApartmentBatch && (
        <ApartmentBatch
          apartments={apartments.data}
          complete
          removal={{ ...apartmentMutations.removeEach(client), undo }}
          onReady={setSelect}
        />
      )}
      <DataTable
        caption="Apartments in this building"
        columns={columns}
        data={apartments.data}
        select={select}
        empty={<EmptyState title="No apartments found." />}
      />
    </>
  );
}
