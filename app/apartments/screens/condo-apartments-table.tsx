import { copyEmails } from '~/kit/selection/copy-text';
import { useLocation, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, createContext, useContext, useMemo, useState } from 'react';
import { columnsOf, type TableColumn } from '~/kit/table/table-features';
import { RowActions, type RowAction } from '~/kit/table/row-actions';
import { type Apartment, NO_PARKING, parseParkingSpots } from '~/apartments/fields';
import { cn } from '~/kit/ui/cn';
import { compareNames, textOrDash, formatNumber } from '~/language/format';
import { msg, t, translate } from '~/language/texts';
import { usePainted } from '~/kit/ui/page-moments';
import { associationsWith, occupantsOf } from '~/users/queries';
import { emailsOf } from '~/users/user-text';
import { useQuery } from '@tanstack/react-query';
import {
  apartmentActions,
  apartmentChoices,
  type ApartmentHandlers,
} from '~/apartments/screens/form/delete-apartment';
import { ErrorState } from '~/kit/feedback/error-state';
import { EmptyState, LoadingState } from '~/kit/feedback/query-state';
import { useSetSearch, useSorting } from '~/kit/list/use-sorting';
import { toast } from '~/kit/feedback/toast';
import { SelectList } from '~/kit/selection/select-list';
import type { Choice } from '~/kit/selection/selection';
import type { SelectColumn } from '~/kit/table/body-row';
import { DataTable } from '~/kit/table/data-table';
import { usePrinting } from '~/kit/table/use-media-query';
import { apartmentMutations, apartmentQueries } from '~/apartments/queries';
import { condoPageSearch, unitHash } from '~/apartments/search';
import { useEveryone } from '~/users/everyone';
import { apiKind } from '~/rpc/api-kind';
import type { User } from '~/users/fields';
import { tenancyQueries, type TenancyTask } from '~/users/tenancy/task';
import { RoleText } from '~/users/tenancy/role-text';
import {
  currentOf,
  TenancyList,
  tenantName,
  vacancyOf,
  type Occupant,
} from '~/users/tenancy/tenancy-list';
import { TableSkeleton } from '~/kit/ui/skeleton';

const { columns: toColumns, column, actions } = columnsOf<Apartment>();

interface RowHandlers extends ApartmentHandlers {
  onDuplicate: ApartmentHandlers['onEdit'];
  /** Opens the dialog of a task; undefined if the API stores no days. */
  onTask: ((task: TenancyTask) => void) | undefined;
}

export function condoApartmentColumns(handlers: RowHandlers) {
  return toColumns([
    column(
      'apartment_number',
      msg`Number`,
      (apartment) => (
        <>
          <ApartmentNumber apartment={apartment} />
          <ResidentsLine apartment={apartment} />
        </>
      ),
      { width: '18%', narrow: '9.75rem', sortable: true, selectable: true, phone: 'title' },
    ),
    numberColumn('floor_number', msg`Floor`, '4.75rem', '4.5rem'),
    numberColumn('bedrooms', msg`Rooms`, '5rem', '4.5rem'),
    numberColumn('bathrooms', msg`Bathrooms`, '7rem', '6.25rem'),
    column('parking_spot_number', msg`Parking Spot`, parkingText, {
      width: '13%',
      narrow: '12%',
      sortable: true,
      phone: 'named',
    }),
    numberColumn('sqmt', msg`Sqmt`, '5rem', '4.25rem'),
    column('notes', msg`Notes`, ({ notes }) => textOrDash(notes), { sortable: true }),
    actions(
      handlers.onTask ? '16.5rem' : '14rem',
      (apartment) => <ApartmentActionsCell apartment={apartment} {...handlers} />,
      { narrow: '4.75rem', words: [msg`Edit`, msg`Delete`, msg`Duplicate`], asks: 'propose' },
    ),
  ]);
}

/**
 * If no apartment has notes, the column with the residents gets their width. The cell functions stay
 * identical, so that their content keeps the focus.
 */
function withoutNotes(of: TableColumn<Apartment>): TableColumn<Apartment> {
  if (of.id !== 'apartment_number' && of.id !== 'notes') return of;
  const width = of.id === 'notes' ? '5.5rem' : undefined;
  return { ...of, meta: { ...of.meta, width, narrow: width } };
}

function numberColumn(
  name: 'floor_number' | 'bedrooms' | 'bathrooms' | 'sqmt',
  header: string,
  width: string,
  narrow: string,
) {
  const cell = (apartment: Apartment) => formatNumber(apartment[name]);
  const meta = { width, narrow, numeric: true, sortable: true, phone: 'named' } as const;
  return column(name, header, cell, meta);
}

/** Sorts numbers as people count (2 before 10). An apartment without a value comes last in both orders. */
function inOrder(
  apartments: readonly Apartment[],
  { sort_by, sort_order }: Omit<typeof condoPageSearch.defaults, 'as_of'>,
): Apartment[] {
  const sign = sort_order === 'asc' ? 1 : -1;
  const valueOf = ({ [sort_by]: value }: Apartment) =>
    value === '' || value === NO_PARKING ? null : value;
  return apartments.toSorted((a, b) => {
    const x = valueOf(a);
    const y = valueOf(b);
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return sign * (typeof x === 'number' ? x - Number(y) : compareNames(x, String(y)));
  });
}

/** The spots as the API joined them, or "None"; "-" if it sends nothing. */
function parkingText({ parking_spot_number: text }: Apartment): string {
  return text && parseParkingSpots(text).length === 0 ? translate(NO_PARKING) : textOrDash(text);
}

const numberId = ({ id }: Apartment) => `apartment-${id ?? 'unknown'}-number`;

/** An apartment's number. If the URL names this apartment, it is marked and scrolled to. */
function ApartmentNumber({ apartment }: { apartment: Apartment }) {
  const fragment = unitHash(apartment.apartment_number);
  const isTarget = useLocation({
    select: ({ hash }) => fragment !== undefined && hash === fragment,
  });
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (isTarget) text.current?.scrollIntoView({ block: 'center' });
  }, [isTarget]);
  return (
    <span
      ref={text}
      id={numberId(apartment)}
      translate="no"
      className={cn('font-semibold', isTarget && 'rounded-xs bg-accent-soft px-1 text-accent-text')}
    >
      {textOrDash(apartment.apartment_number)}
    </span>
  );
}

function ApartmentActionsCell(props: RowHandlers & { apartment: Apartment }) {
  const { apartment, onDuplicate, onTask } = props;
  const { peopleOf } = useContext(ResidentsContext);
  if (apartment.id === null) return '-';
  return (
    <RowActions
      describedBy={numberId(apartment)}
      actions={[
        ...apartmentActions(apartment, props),
        {
          label: t`Duplicate`,
          asks: 'propose',
          onPress: (opener) => onDuplicate(apartment, opener),
        },
      ]}
      more={
        onTask && {
          label: t`Residents`,
          actions: tenancyActions(apartment, peopleOf(apartment) ?? [], onTask),
        }
      }
    />
  );
}

function tenancyActions(
  { id, condo_id, apartment_number: unit }: Apartment,
  all: readonly Occupant[],
  onTask: (task: TenancyTask) => void,
): RowAction[] {
  const home = { condo_id: condo_id ?? 0, apartment_id: id ?? 0 };
  const tenancies = all.flatMap((one) =>
    one.id === null || one.state === 'past'
      ? []
      : [{ ...one, id: one.id, condo_id, name: tenantName(one) }],
  );
  const ofResidents = (label: string, kind: 'end' | 'change' | 'move') => ({
    label,
    disabled: tenancies.length === 0,
    onPress: () => onTask({ kind, tenancies }),
  });
  return [
    { label: t`Move in`, onPress: () => onTask({ kind: 'begin', ...home, unit }) },
    ofResidents(t`Move out...`, 'end'),
    ofResidents(t`Change of tenants...`, 'change'),
    ofResidents(t`Move to another apartment...`, 'move'),
  ];
}

interface ResidentsHandle {
  /** Residents of an apartment, with past and future ones if the API stores days; null while unknown. */
  peopleOf: (apartment: Apartment) => readonly Occupant[] | null;
  /** True if residents are read only when a row is opened. */
  isOnDemand: boolean;
  isOpen: (apartment: Apartment) => boolean;
  toggle: (apartment: Apartment) => void;
}

/** Passes data to the cells by context, because the column objects must stay identical. */
export const ResidentsContext = createContext<ResidentsHandle>({
  peopleOf: () => [],
  isOnDemand: false,
  isOpen: () => false,
  toggle: () => undefined,
});

const numberOf = ({ apartment_number }: Pick<Apartment, 'apartment_number'>) =>
  apartment_number?.trim() ?? '';

/**
 * Names of an apartment's residents below its number. A click opens the full list. Empty without residents.
 */
export function ResidentsLine({ apartment }: { apartment: Apartment }) {
  const { peopleOf, isOnDemand, isOpen, toggle } = useContext(ResidentsContext);
  const known = peopleOf(apartment);
  const people = currentOf(known ?? []);
  // An open row keeps its button while people are loading.
  const isWaiting = !known && (isOnDemand || isOpen(apartment));
  const others = isWaiting ? [t`People`] : vacancyOf(known ?? []);
  const texts = [...people.map(tenantName), ...others];
  if (apartment.id === null || texts.length === 0) return null;
  return (
    <button
      type="button"
      aria-expanded={isOpen(apartment)}
      title={texts.join(', ')}
      className="-mt-0.5 block max-w-full rounded-xs text-left text-xs text-muted max-md:-my-3 max-md:ml-2 max-md:inline-block max-md:max-w-3/4 max-md:truncate max-md:align-middle hover:text-ink hover:underline in-[.fixed-row]:truncate print:hidden"
      onClick={() => toggle(apartment)}
    >
      {people.map((one, index) => (
        <span key={one.id ?? `at-${index}`}>
          <span>{`${index > 0 ? '; ' : ''}${tenantName(one)}${one.role ? ',' : ''}`}</span>{' '}
          {one.role && <RoleText role={one.role} />}
        </span>
      ))}
      <span>{`${people.length > 0 && others.length > 0 ? '; ' : ''}${others.join(', ')}`}</span>
    </button>
  );
}

/** The people of an apartment with their roles, in its opened row and in print. */
export function ResidentsList({ apartment }: { apartment: Apartment }) {
  const people = useContext(ResidentsContext).peopleOf(apartment);
  if (!people) return <p className="text-muted">{t`Loading users...`}</p>;
  if (people.length === 0) return <p className="text-muted">{t`No people yet`}</p>;
  return <TenancyList number={apartment.apartment_number} tenancies={people} />;
}

interface CondoApartmentsTableProps {
  condoId: number;
  condoName: string | null;
  columns: ReturnType<typeof condoApartmentColumns>;
}

/** A building's apartments in each of their states. */
export function CondoApartmentsTable({ condoId, condoName, columns }: CondoApartmentsTableProps) {
  const apartments = useQuery(apartmentQueries.ofCondo(condoId));
  const { each } = apartmentMutations.useRemoval();
  const requested = condoPageSearch.read(useSearch({ strict: false }));
  const { clicked, sortBy } = useSorting(requested, useSetSearch());
  const { sort_by, sort_order } = condoPageSearch.read({ ...requested, ...clicked });
  const rows = useMemo(
    () => inOrder(apartments.data ?? [], { sort_by, sort_order }),
    [apartments.data, sort_by, sort_order],
  );
  const hasNotes = apartments.data?.some(({ notes }) => notes?.trim()) ?? true;
  const shownColumns = useMemo(
    () => (hasNotes ? columns : columns.map(withoutNotes)),
    [hasNotes, columns],
  );
  const [select, setSelect] = useState<SelectColumn<Apartment>>();
  const painted = usePainted();
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const printing = usePrinting();
  // Printing loads the remaining people, which appear from the next print on.
  const [wasPrinted, setWasPrinted] = useState(false);
  if (printing && !wasPrinted) setWasPrinted(true);
  const [isCopying, setIsCopying] = useState(false);
  const needsPeople = open.size > 0 || wasPrinted || isCopying;
  const { users, pages, isError, isOnDemand, retry } = useEveryone(condoId, needsPeople);
  const { data: known } = useQuery({
    ...tenancyQueries.ofCondo(condoId),
    enabled: apiKind().isEmbedded && painted,
  });
  const handle = useMemo(() => {
    // With days, people are grouped by apartment id: the number may change while the people are cached.
    const byId = known && Map.groupBy(known, ({ apartment_id }) => apartment_id);
    const people = !known && users ? occupantsOf(users, { condoId, condoName }) : null;
    const byNumber = people && Map.groupBy<string, Occupant>(people, numberOf);
    const ofNumber = (number: string) => (number === '' ? [] : (byNumber?.get(number) ?? []));
    return {
      peopleOf(apartment: Apartment): readonly Occupant[] | null {
        if (byId) return byId.get(apartment.id) ?? [];
        return byNumber && ofNumber(numberOf(apartment));
      },
      isOnDemand,
      isOpen: ({ id }: Apartment) => id !== null && open.has(id),
      toggle: ({ id }: Apartment) => {
        if (id === null) return;
        const next = new Set(open);
        if (!next.delete(id)) next.add(id);
        setOpen(next);
      },
    };
  }, [users, known, isOnDemand, condoId, condoName, open]);
  if (apartments.isPending) {
    return (
      <LoadingState
        text={t`Loading apartments...`}
        queryKey={apartmentQueries.ofCondo(condoId).queryKey}
      >
        <TableSkeleton columns={columns} />
      </LoadingState>
    );
  }
  if (!apartments.data) {
    return (
      <ErrorState text={t`Error loading apartments.`} onRetry={() => void apartments.refetch()} />
    );
  }
  // Browsers allow copying only shortly after a click. If the people are still loading, ask for a second
  // click.
  const copyEmailsOf = (choices: readonly Choice[]) => {
    setIsCopying(true);
    if (!users) return toast.error(t`The people are still being read. Please press again.`);
    const ids = new Set(choices.map(({ id }) => id));
    const units = apartments.data.filter(({ id }) => id !== null && ids.has(id));
    const numbers = new Set(units.map(numberOf).filter(Boolean));
    const livesThere = (user: User) =>
      associationsWith(user, { condoId, condoName }).some((one) => numbers.has(numberOf(one)));
    void copyEmails(emailsOf(users.filter(livesThere)));
  };
  const isShown = (apartment: Apartment) =>
    handle.isOpen(apartment) ||
    (printing && currentOf(handle.peopleOf(apartment) ?? []).length > 0);
  return (
    <>
      {painted && apartments.isSuccess && (
        <SelectList
          {...apartmentChoices(each, [
            { label: t`Copy e-mail addresses`, asks: 'look', onPress: copyEmailsOf },
          ])}
          noun={['apartment', 'apartments']}
          records={rows}
          complete
          onReady={setSelect}
        />
      )}
      {needsPeople && !users && !isError && (
        <p role="status" className="text-muted">
          {pages.total === null
            ? t`Loading users...`
            : t`Loading users, page ${pages.read} of ${pages.total}...`}
        </p>
      )}
      {needsPeople && isError && <ErrorState text={t`Error loading users.`} onRetry={retry} />}
      {printing && !users && (
        <p>{t`The people are not on this sheet: they were still being read. Please print again.`}</p>
      )}
      <ResidentsContext value={handle}>
        <DataTable
          caption={t`Apartments in this building`}
          columns={shownColumns}
          data={rows}
          select={select}
          sort={{ by: sort_by, order: sort_order }}
          onSort={sortBy}
          // Without `renderDetail`, a long list renders only the visible rows.
          renderDetail={
            open.size > 0 || (printing && users)
              ? (apartment) => isShown(apartment) && <ResidentsList apartment={apartment} />
              : undefined
          }
          empty={<EmptyState title={t`No apartments found.`} />}
        />
      </ResidentsContext>
    </>
  );
}
