import { useQuery } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import { apartmentChoices, DeleteApartment } from '~/apartments/form/delete-apartment';
import { useDraftedApartment } from '~/apartments/form/apartment-form-values';
import { lazyPart } from '~/kit/feedback/lazy-part';
import { FilterBar, searchFields } from '~/kit/list/filter-bar';
import { ListScreen, type ListPageProps, type ScreenTexts } from '~/kit/list/list-screen';
import { RowLinks } from '~/kit/table/row-links';
import { Skeleton } from '~/kit/ui/skeleton';
import type { Apartment } from '~/apartments/fields';
import type { ApartmentQuery } from '~/apartments/search';
import { apartmentMutations, apartmentQueries } from '~/apartments/queries';
import { cn } from '~/kit/ui/cn';
import { msg, t } from '~/language/texts';
import { CardGrid } from './card-grid';

const SEARCH_FIELDS = searchFields(msg`Search apartments by unit number...`);

const SKELETON_CARDS = 9;

export const apartmentsTexts: ScreenTexts = {
  heading: msg`Apartments Management`,
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
const FormPart = lazyPart(() => import('./edit-apartment'));
const loadPreview = () => import('~/apartments/preview');
const listOf = ({ search }: ApartmentQuery) => apartmentQueries.list(search);

/** Apartments Management (docs/behaviour/apartments.md): cards with Edit and Delete. */
export function ApartmentsPage(props: ListPageProps<ApartmentQuery>) {
  const { one, each } = apartmentMutations.useRemoval();
  const [editing, setEditing] = useState<Apartment | null>(null);
  const [deleting, setDeleting] = useState<Apartment | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement>(null);
  const edit = useCallback((apartment: Apartment, button: HTMLElement) => {
    opener.current = button;
    setEditing(apartment);
  }, []);
  useDraftedApartment(useQuery(listOf(props.query)).data, setEditing);
  const closeForm = () => setEditing(null);
  return (
    <ListScreen
      {...props}
      add={t`Add New Apartment`}
      to="/apartments/create"
      renderFilters={(bar) => <FilterBar {...bar} fields={SEARCH_FIELDS} />}
      list={listOf}
      rows={(apartments) => apartments}
      texts={apartmentsTexts}
      noun={['apartment', 'apartments']}
      preview={loadPreview}
      choices={apartmentChoices(each)}
      skeleton={<CardSkeletons />}
    >
      {({ data, busy, empty, select }) => (
        <>
          <div
            ref={container}
            role="region"
            aria-label={t`Apartments`}
            aria-busy={busy}
            tabIndex={-1}
            className={cn('transition-opacity focus:outline-none', busy && 'opacity-60 delay-100')}
          >
            {data.length === 0 ? (
              empty
            ) : (
              <>
                <div className="relative mb-2 flex h-6 items-center pl-11 text-sm text-muted print:hidden">
                  {select?.all}
                  <span aria-hidden>{t`Select all shown`}</span>
                </div>
                <RowLinks>
                  <CardGrid
                    container={container}
                    apartments={data}
                    select={select}
                    onEdit={edit}
                    onDelete={setDeleting}
                  />
                </RowLinks>
              </>
            )}
          </div>
          <FormPart open={editing !== null} onClose={closeForm}>
            {({ EditApartment }) => (
              <EditApartment
                apartment={editing}
                onClose={closeForm}
                onClosed={() => (opener.current?.isConnected ? opener : container).current?.focus()}
              />
            )}
          </FormPart>
          <DeleteApartment apartment={deleting} {...one} onDone={() => setDeleting(null)} />
        </>
      )}
    </ListScreen>
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
