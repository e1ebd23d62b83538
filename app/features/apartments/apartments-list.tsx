import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { ApartmentBatch } from '~/components/apartments/apartment-batch';
import { useDraftedApartment } from '~/components/apartments/apartment-drafts';
import { DeleteApartment } from '~/components/apartments/delete-apartment';
import { lazyModule } from '~/components/feedback/lazy-module';
import { useLazyDialog } from '~/components/feedback/use-lazy-dialog';
import { ListQuery, type ListTexts } from '~/components/list/list-query';
import { usePreview } from '~/components/list/use-preview';
import type { SelectColumn } from '~/components/table/body-row';
import { RowLinks } from '~/components/table/row-links';
import { Skeleton } from '~/components/ui/skeleton';
import type { Apartment } from '~/contract/apartment-reading';
import { apartmentMutations } from '~/data/apartments/apartments.mutations';
import { useUndoDelete } from '~/data/history/use-undo-delete';
import { apartmentQueries } from '~/data/apartments/apartments.queries';
import { cn } from '~/lib/cn';
import { msg, t } from '~/lib/texts';
import { usePainted } from '~/lib/use-painted';
import { CardGrid } from './card-grid';

const SKELETON_CARDS = 9;

const TEXTS: ListTexts = {
  noun: ['apartment', 'apartments'],
  loading: msg`Loading apartments...`,
  error: () => t`Error loading apartments.`,
  empty: {
    title: msg`No apartments found.`,
    description: msg`Add the first apartment to get started.`,
  },
  noMatch: {
    title: msg`No apartments match`,
    description: msg`No unit number contains this text.`,
  },
};

/** Forms are larger than the list. */
const formSource = lazyModule(() => import('./edit-apartment'));
const previewSource = lazyModule(() => import('~/data/apartments/apartment-preview'));

interface ApartmentsListProps {
  search: string;
  /** The typed search; the query follows after a pause. */
  typed: string;
}

/** The apartments' cards in each of their states, with Edit and Delete. */
export function ApartmentsList({ search, typed }: ApartmentsListProps) {
  const client = useQueryClient();
  const apartments = useQuery(apartmentQueries.list(search));
  const remove = useMutation(apartmentMutations.remove(client));
  const undo = useUndoDelete('apartment');
  const preview = usePreview({
    source: previewSource,
    waiting: apartments.isPlaceholderData || typed !== search,
    query: typed,
  });
  const [editing, setEditing] = useState<Apartment | null>(null);
  const [deleting, setDeleting] = useState<Apartment | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement>(null);
  const edit = useCallback((apartment: Apartment, button: HTMLElement) => {
    opener.current = button;
    setEditing(apartment);
  }, []);
  const { data, isPlaceholderData } = apartments;
  useDraftedApartment(data, setEditing);
  const closeForm = () => setEditing(null);
  const form = useLazyDialog({
    source: formSource,
    open: editing !== null,
    dismiss: closeForm,
    name: 'form',
  });
  const [select, setSelect] = useState<SelectColumn<Apartment>>();
  const painted = usePainted();
  return (
    <>
      {painted && data && (
        <ApartmentBatch
          apartments={preview ?? data}
          complete={search === '' && !preview && !isPlaceholderData}
          removal={{ ...apartmentMutations.removeEach(client), undo }}
          onReady={setSelect}
        />
      )}
      <ListQuery
        query={apartments}
        queryKey={apartmentQueries.list(search).queryKey}
        texts={TEXTS}
        filtered={search !== ''}
        preview={preview}
        count={(loaded) => loaded.length}
        skeleton={<CardSkeletons />}
      >
        {({ data: loaded, busy, empty }) => (
          <>
            <div
              ref={container}
              role="region"
              aria-label={t`Apartments`}
              aria-busy={busy}
              tabIndex={-1}
              className={cn(
                'transition-opacity focus:outline-none',
                busy && 'opacity-60 delay-100',
              )}
            >
              {loaded.length === 0 ? (
                empty
              ) : (
                <>
                  <div className="relative mb-2 flex h-6 items-center pl-11 text-sm text-muted print:hidden">
                    {select?.all}
                    <span aria-hidden>{t`Select all shown`}</span>
                  </div>
                  <RowLinks preload={false}>
                    <CardGrid
                      container={container}
                      apartments={loaded}
                      select={select}
                      onEdit={edit}
                      onDelete={setDeleting}
                    />
                  </RowLinks>
                </>
              )}
            </div>
            {form && (
              <form.EditApartment
                apartment={editing}
                onClose={closeForm}
                onClosed={() => (opener.current?.isConnected ? opener : container).current?.focus()}
              />
            )}
            <DeleteApartment
              apartment={deleting}
              remove={remove.mutateAsync}
              undo={undo}
              onDone={() => setDeleting(null)}
            />
          </>
        )}
      </ListQuery>
    </>
  );
}

function CardSkeletons() {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-3 phone:gap-2">
      {Array.from({ length: SKELETON_CARDS }, (_, index) => (
        <Skeleton key={index} className="h-64 rounded-lg phone:h-22" />
      ))}
    </div>
  );
}
