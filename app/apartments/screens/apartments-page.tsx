import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { condoQueries } from '~/condos/queries';
import { condoSearch } from '~/condos/search';
import { apartmentChoices, DeleteApartment } from '~/apartments/screens/form/delete-apartment';
import { useDraftedApartment } from '~/apartments/screens/form/drafted-apartment';
import { lazyPart } from '~/kit/feedback/lazy-part';
import {
  ListScreen,
  type ListFilterProps,
  type ListPageProps,
  type ScreenList,
} from '~/kit/list/list-screen';
import { ListPages, ListTable } from '~/kit/list/list-table';
import { RowLinks } from '~/kit/table/row-links';
import { Skeleton } from '~/kit/ui/skeleton';
import { readApartment, type Apartment } from '~/apartments/fields';
import { isTableView, type ApartmentQuery } from '~/apartments/search';
import { apiKind } from '~/rpc/api-kind';
import { apartmentMutations, apartmentQueries, toApartmentFilters } from '~/apartments/queries';
import { cn } from '~/kit/ui/cn';
import { msg, t } from '~/language/texts';
import { apartmentColumns } from './apartment-columns';
import { ApartmentsToolbar, ViewSwitch } from './apartments-toolbar';
import { CardGrid } from './card-grid';

const SKELETON_CARDS = 9;

export const apartmentsList: ScreenList<Apartment> = {
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
  columns: [],
};

const FILTERED_LIST: ScreenList<Apartment> = {
  ...apartmentsList,
  noMatch: {
    title: msg`No apartments match`,
    description: msg`No apartments match your search and filters.`,
  },
};

const FormPart = lazyPart(() => import('./edit-apartment'));
const loadPreview = () => import('~/apartments/preview');

/** Apartments Management (docs/behaviour/apartments.md): cards or a table, with Edit and Delete. */
export function ApartmentsPage({ exporting, ...props }: ListPageProps<ApartmentQuery>) {
  const { query } = props;
  const isTable = isTableView(query);
  const { one, each } = apartmentMutations.useRemoval();
  const [editing, setEditing] = useState<Apartment | null>(null);
  const [deleting, setDeleting] = useState<Apartment | null>(null);
  const container = useRef<HTMLDivElement>(null);
  const [opener, setOpener] = useState<HTMLElement | null>(null);
  const [handlers] = useState(() => ({
    onEdit(apartment: Apartment, button: HTMLElement) {
      setOpener(button);
      setEditing(apartment);
    },
    onDelete: setDeleting,
  }));
  const cards = useQuery({ ...apartmentQueries.list(query), enabled: !isTable }).data;
  const table = useQuery({ ...apartmentQueries.table(query), enabled: isTable }).data;
  useCondoNames(cards !== undefined);
  useDraftedApartment(isTable ? table?.data : cards, setEditing);
  const columns = useMemo(() => apartmentColumns(handlers), [handlers]);
  const closeForm = () => setEditing(null);
  const screen = {
    ...props,
    exporting: (
      <>
        {apiKind().isEmbedded && <ViewSwitch view={query.view} />}
        {exporting}
      </>
    ),
    add: t`Add New Apartment`,
    to: '/apartments/create',
    asks: 'propose',
    renderFilters: (bar: ListFilterProps<ApartmentQuery>) => <ApartmentsToolbar {...bar} />,
    of: Object.keys(toApartmentFilters(query)).length > 1 ? FILTERED_LIST : apartmentsList,
    noun: ['apartment', 'apartments'],
    choices: apartmentChoices(each),
  } as const;
  return (
    <>
      {isTable ? (
        <ListScreen
          {...screen}
          of={{ ...screen.of, columns }}
          list={apartmentQueries.table}
          rows={({ data }) => data}
          count={({ pagination }) => pagination.total}
          pages={
            table !== undefined &&
            table.pagination.total_pages > 1 && {
              total: table.pagination.total,
              readChoice: (row) => screen.choices.toChoice(readApartment(row)),
            }
          }
        >
          {(rows, { pagination }) => (
            <>
              <div ref={container} tabIndex={-1} className="focus:outline-none">
                <ListTable {...rows} caption={t`Apartments`} />
              </div>
              <ListPages
                requested={query.page}
                shown={pagination.current_page}
                total={pagination.total_pages}
                busy={rows.busy}
                always={rows.data.length > 0}
                size={query.page_size}
              />
            </>
          )}
        </ListScreen>
      ) : (
        <ListScreen
          {...screen}
          list={apartmentQueries.list}
          rows={(apartments) => apartments}
          count={({ length }) => length}
          preview={loadPreview}
          skeleton={<CardSkeletons />}
        >
          {({ data, busy, empty, select }) => (
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
                      {...handlers}
                    />
                  </RowLinks>
                </>
              )}
            </div>
          )}
        </ListScreen>
      )}
      <FormPart open={editing !== null} onClose={closeForm}>
        {({ EditApartment }) => (
          <EditApartment
            apartment={editing}
            onClose={closeForm}
            onClosed={() => (opener?.isConnected ? opener : container.current)?.focus()}
          />
        )}
      </FormPart>
      <DeleteApartment apartment={deleting} {...one} onDone={() => setDeleting(null)} />
    </>
  );
}

/** Delay after the cards in milliseconds, so that no first row waits for the buildings' names. */
const NAMES_AFTER_MS = 1_000;

/** Requests the embedded API's list with the building names that cards show. */
function useCondoNames(isShown: boolean) {
  const [isDue, setDue] = useState(false);
  useEffect(() => {
    const timer = setTimeout(setDue, NAMES_AFTER_MS, true);
    return () => clearTimeout(timer);
  }, []);
  const enabled = isShown && isDue && apiKind().isEmbedded;
  useQuery({ ...condoQueries.list(condoSearch.defaults), enabled, notifyOnChangeProps: [] });
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
