import {
  hashKey,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { RowData } from '@tanstack/react-table';
import { useDeferredValue, useEffect, useMemo, useState, type ReactNode } from 'react';
import { PageHeader } from '~/kit/ui/card';
import type { OwnAction } from '~/kit/selection/batch-action';
import { TableSkeleton } from '~/kit/ui/skeleton';
import type { UnknownRecord } from '~/fields/reading';
import { SelectList, type SelectListProps } from '~/kit/selection/select-list';
import type { ReadOptions } from '~/kit/selection/select-matching';
import type { Choice } from '~/kit/selection/selection';
import type { SelectColumn } from '~/kit/table/body-row';
import type { DataTableProps } from '~/kit/table/data-table';
import { buttonVariants } from '~/kit/ui/button';
import { translate } from '~/language/texts';
import { mayI, type Asks } from '~/rpc/own-rights';
import type { Noun } from '~/kit/ui/list-count';
import { inLanguage, ListQuery, type ListTexts } from './list-query';
import { useSetSearch, useSorting } from './use-sorting';

interface ListParams {
  search: string;
  sort_by?: string;
  sort_order?: 'asc' | 'desc';
  page?: number;
  page_size?: number;
}

export interface ListPageProps<Params> {
  query: Params;
  /** Buttons for its export and saved views. */
  exporting?: ReactNode;
  /** Actions on chosen rows, after those of the list itself. */
  chosenActions?: readonly OwnAction[];
  /** Reads the rows of all pages as the API sends them, for "Select all that match". */
  readMatching?: ((options: ReadOptions) => Promise<readonly UnknownRecord[]>) | undefined;
}

export interface ListFilterProps<Params> {
  values: Params;
  onChange: (change: Partial<Params>, options?: { replace: boolean }) => void;
  /** Called while the user types, for a list with a preview. */
  onType?: (typed: Partial<Params>) => void;
}

type TableColumns<Row extends RowData> = DataTableProps<Row>['columns'];

/** The rows, as props of a DataTable. */
export type ListRows<Row extends RowData> = Pick<
  DataTableProps<Row>,
  'data' | 'busy' | 'empty' | 'select' | 'sort' | 'onSort'
> &
  Pick<ScreenList<Row>, 'columns'>;

/**
 * A list that is a whole screen. It is declared once, so that its route can render its skeleton on the
 * server.
 */
export interface ScreenList<Row extends RowData> extends ListTexts {
  heading: string;
  /** Every ListScreen has a search. */
  noMatch: NonNullable<ListTexts['noMatch']>;
  /** Must be stable between renders. A function if rows can be deleted; missing for cards. */
  columns: TableColumns<Row> | ((onDelete: (row: Row) => void) => TableColumns<Row>);
}

interface ListScreenProps<
  Params extends ListParams,
  Row extends RowData,
  Answer,
  Data,
  Key extends QueryKey,
> extends ListPageProps<Params> {
  /** Text of the link to the form for a new record (key c). Without `to` there is no link. */
  add?: string;
  /** Right that the form needs, by default the right to write. */
  asks?: Asks;
  /** A further action next to that link. It is shown only with the right to write. */
  addOther?: ReactNode;
  to?: LinkProps['to'];
  renderFilters: (bar: ListFilterProps<Params>) => ReactNode;
  /** The query of the rows, with the options of `listAnswer`: these keep the rows while others load. */
  list: (query: Params) => UseQueryOptions<Answer, Error, Data, Key>;
  /** Returns the rows of an answer, the same array for the same answer. */
  rows: (data: Data) => readonly Row[];
  of: ScreenList<Row>;
  noun: Noun;
  /** Returns the number of rows on all pages; null if the screen shows it elsewhere. */
  count: ((data: Data) => number) | null;
  /** Number of rows without search and filters, if known. */
  total?: number | null;
  /** Finds the rows to show until the API has answered; null if the cache has none. */
  preview?: () => Promise<{
    preview: (client: QueryClient, query: Params) => readonly Row[] | null;
  }>;
  /** Actions on several records. */
  choices?: Pick<SelectListProps<Row>, 'toChoice' | 'actions'>;
  /** Set for a paged list: the number of its rows, if known, and the function that reads a row's choice. */
  pages?: { total: number | null; readChoice: (row: UnknownRecord) => Choice | null } | false;
  /** A skeleton in the shape of the content, by default one of the table's columns. */
  skeleton?: ReactNode;
  children: (rows: ListRows<Row>, data: Data) => ReactNode;
}

/** A list's heading, filters and rows, in each of their states. Filters, sort and page are in the URL. */
export function ListScreen<
  Params extends ListParams,
  Row extends RowData,
  Answer,
  Data,
  Key extends QueryKey,
>(props: ListScreenProps<Params, Row, Answer, Data, Key>) {
  const { query, exporting, add, renderFilters, list, rows, of, noun, count } = props;
  const to = mayI(props.asks ?? 'write') ? props.to : undefined;
  const addOther = mayI('write') && props.addOther;
  const { total, choices, chosenActions = [], readMatching, pages, children } = props;
  const setSearch = useSetSearch<Partial<Params> | ListParams>();
  // A changed filter or sort leads to the first page.
  const setFromFirstPage: typeof setSearch = (change, options) =>
    setSearch({ ...change, ...(query.page !== undefined && { page: 1 }) }, options);
  const { clicked, sortBy } = useSorting(query, setFromFirstPage);
  const [typed, setTyped] = useState<Partial<Params>>({});
  const next = { ...query, ...typed, ...clicked };
  /** The requested query, which the URL gets later. The same object until the query changes. */
  const [requested, setRequested] = useState(next);
  if (!isSame(requested, next)) setRequested(next);
  const listOptions = list(query);
  const answer = useQuery(listOptions);
  const { data, isPlaceholderData } = answer;
  const isWaiting = isPlaceholderData || !isSame(requested, query);
  const client = useQueryClient();
  const module = useOnceUsed(props.preview);
  const preview = useMemo(
    () => (isWaiting && module ? module.preview(client, requested) : null),
    [isWaiting, module, client, requested],
  );
  const [select, setSelect] = useState<SelectColumn<Row>>();
  const painted = useDeferredValue(true, false);
  const filters = filtersIn(query);
  const filtered = filters.length > 0;
  return (
    <>
      <PageHeader
        title={translate(of.heading)}
        actions={
          (exporting ?? to) && (
            <>
              {exporting}
              {addOther}
              {to && (
                <Link to={to} data-key="c" className={buttonVariants({ variant: 'primary' })}>
                  {add}
                </Link>
              )}
            </>
          )
        }
      />
      {renderFilters({ values: query, onChange: setFromFirstPage, onType: setTyped })}
      {choices && painted && data !== undefined && (
        <SelectList
          toChoice={choices.toChoice}
          actions={[...choices.actions, ...chosenActions]}
          matching={
            pages && readMatching && !isWaiting
              ? {
                  key: hashKey(filters),
                  total: pages.total,
                  read: async (options) => (await readMatching(options)).map(pages.readChoice),
                }
              : undefined
          }
          noun={noun}
          records={preview ?? rows(data)}
          complete={!filtered && !isWaiting && count?.(data) === rows(data).length}
          onReady={setSelect}
        />
      )}
      <ListQuery
        query={answer}
        queryKey={listOptions.queryKey}
        texts={inLanguage(of)}
        noun={count === null ? undefined : noun}
        filtered={filtered}
        count={count ?? ((loaded) => rows(loaded).length)}
        total={total}
        skeleton={props.skeleton ?? <TableSkeleton columns={of.columns} rows={query.page_size} />}
      >
        {({ data: loaded, busy, empty }) =>
          children(
            {
              data: preview ?? rows(loaded),
              busy: busy && !preview,
              empty,
              select,
              sort: { by: requested.sort_by ?? '', order: requested.sort_order ?? 'asc' },
              onSort: sortBy,
              columns: of.columns,
            },
            loaded,
          )
        }
      </ListQuery>
    </>
  );
}

/** Text from dictation, drops and other programs arrives without key events. */
const SIGNS_OF_USE = ['pointermove', 'pointerdown', 'keydown', 'input'] as const;

/** Loads a module when somebody first uses the page, so that neither clicks nor typing wait for it. */
export function useOnceUsed<Module>(load: (() => Promise<Module>) | undefined): Module | null {
  const [module, setModule] = useState<Module | null>(null);
  useEffect(() => {
    const listening = new AbortController();
    const start = () => {
      listening.abort();
      load?.().then(setModule, () => undefined);
    };
    for (const sign of SIGNS_OF_USE) addEventListener(sign, start, { signal: listening.signal });
    return () => listening.abort();
  }, [load]);
  return module;
}

const isSame = (a: ListParams, b: ListParams) => hashKey([a]) === hashKey([b]);

/** Params about how a list is shown. They do not change which rows it has. */
const SHOWN = new Set(['view', 'sort_by', 'sort_order', 'page', 'page_size']);

function filtersIn(query: ListParams) {
  return Object.entries(query).filter(
    ([name, value]) => !SHOWN.has(name) && value !== '' && value !== null,
  );
}
