import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { useDraftedApartment } from '~/components/apartments/apartment-drafts';
import { DeleteApartment } from '~/components/apartments/delete-apartment';
import { EmptyState, ErrorState, LoadingState } from '~/components/feedback/query-state';
import { Skeleton } from '~/components/ui/skeleton';
import type { Apartment } from '~/contract/apartment-reading';
import { apartmentMutations } from '~/data/apartments/apartments.mutations';
import { apartmentQueries } from '~/data/apartments/apartments.queries';
import { cn } from '~/lib/cn';
import { CardGrid } from './card-grid';
import { LazyEditApartment } from './lazy-edit-apartment';

const SKELETON_CARDS = 9;

/** The apartments' cards in each of their states, with Edit and Delete. */
export function ApartmentsList({ search }: { search: string }) {
  const apartments = useQuery(apartmentQueries.list(search));
  const remove = useMutation(apartmentMutations.remove(useQueryClient()));
  const [editing, setEditing] = useState<Apartment | null>(null);
  const [deleting, setDeleting] = useState<Apartment | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement>(null);
  const edit = useCallback((apartment: Apartment, button: HTMLElement) => {
    opener.current = button;
    setEditing(apartment);
  }, []);
  const { data } = apartments;
  useDraftedApartment(data, setEditing);
  if (!data) {
    return apartments.isError ? (
      <ErrorState text="Error loading apartments." onRetry={() => void apartments.refetch()} />
    ) : (
      <LoadingState text="Loading apartments...">
        <CardSkeletons />
      </LoadingState>
    );
  }
  return (
    <>
      <div
        ref={container}
        role="region"
        aria-label="Apartments"
        aria-busy={apartments.isPlaceholderData}
        tabIndex={-1}
        className={cn(
          'transition-opacity focus:outline-none',
          apartments.isPlaceholderData && 'opacity-60 delay-100',
        )}
      >
        {data.length === 0 ? (
          <NoApartments filtered={search !== ''} />
        ) : (
          <CardGrid container={container} apartments={data} onEdit={edit} onDelete={setDeleting} />
        )}
      </div>
      <LazyEditApartment
        apartment={editing}
        onClose={() => setEditing(null)}
        onClosed={() => (opener.current?.isConnected ? opener : container).current?.focus()}
      />
      <DeleteApartment
        apartment={deleting}
        remove={remove.mutateAsync}
        onDone={() => setDeleting(null)}
        focusAfter={container}
      />
    </>
  );
}

function NoApartments({ filtered }: { filtered: boolean }) {
  return filtered ? (
    <EmptyState title="No apartments match" description="No unit number contains this text." />
  ) : (
    <EmptyState
      title="No apartments found."
      description="Add the first apartment to get started."
    />
  );
}

function CardSkeletons() {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3">
      {Array.from({ length: SKELETON_CARDS }, (_, index) => (
        <Skeleton key={index} className="h-64 rounded-lg" />
      ))}
    </div>
  );
}
