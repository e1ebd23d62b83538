import { useMutation, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { BULK_TYPES, type BulkType } from '~/imports/schema';
import { UNNAMED_HEADING } from '~/imports/bulk-columns';
import { fieldsOf, parseJson } from '~/fields/reading';
import { z } from '~/fields/zod';
import { toast } from '~/kit/feedback/toast';
import { readItem, storeItem } from '~/kit/ui/storage';
import { t } from '~/language/texts';
import type { CallAnswer } from '~/rpc/calls';
import { detailOrMessage } from '~/rpc/errors/app-error';
import { changeEmbedded, queryKeyOf } from '~/rpc/queries';
import { savedViewQuery } from '~/search/saved-views';
import { COLUMNS_PATH, SEARCH_LIMIT_CHARS } from '~/search/view-lists';

/** Maps headings to fields; "" leaves a column out. */
const choicesSchema = z.record(z.string(), z.string()).readonly();
export type ColumnChoices = z.infer<typeof choicesSchema>;

/** Merges choices; `over` takes precedence. A field has one column. */
export function withColumns(columns: ColumnChoices, over: ColumnChoices): ColumnChoices {
  const taken = new Set(Object.values(over).filter((field) => field !== ''));
  const remaining = Object.entries(columns).filter(([, field]) => !taken.has(field));
  return { ...Object.fromEntries(remaining), ...over };
}

/**
 * Choices that apply to other files too. Columns without a heading are left out, since they differ between
 * files.
 */
export function ofAnyFile(columns: ColumnChoices): ColumnChoices {
  return Object.fromEntries(
    Object.entries(columns).filter(([name]) => !UNNAMED_HEADING.test(name)),
  );
}

/** Writes the choices as the search of a saved view. If they are too long, the oldest ones are dropped. */
function toSearch(columns: ColumnChoices): string {
  const params = new URLSearchParams(Object.entries(columns));
  for (const [heading] of Object.entries(columns)) {
    if (params.toString().length <= SEARCH_LIMIT_CHARS) break;
    params.delete(heading);
  }
  return params.toString();
}

const toColumns = (search: string): ColumnChoices =>
  Object.fromEntries(new URLSearchParams(search));

/** The stored choices of a type: the user's own, and those that others share. */
function storedOf(views: CallAnswer<'savedViews.list'>, type: BulkType) {
  const ofType = views.filter(({ path, name }) => path === COLUMNS_PATH && name === type);
  const mine = ofType.find(({ is_mine }) => is_mine);
  const others = ofType.filter(({ is_mine, search }) => !is_mine && search !== '');
  return {
    search: mine?.search ?? '',
    isShared: mine?.is_shared ?? false,
    shared: others.map(({ search }) => toColumns(search)).reduce(withColumns, {}),
    sharedBy: others.flatMap(({ created_by }) => created_by ?? []),
  };
}

interface KeptColumns {
  type: BulkType;
  /** All choices of the user; if missing, the stored ones stay. */
  columns?: ColumnChoices;
  isShared?: boolean;
}

/** Stores the user's choices that differ from the shared ones. @throws AppError */
async function keepColumns(client: QueryClient, { type, columns, isShared }: KeptColumns) {
  const stored = storedOf(client.getQueryData(savedViewQuery().queryKey) ?? [], type);
  const own = Object.entries(ofAnyFile(columns ?? {})).filter(
    ([heading, field]) => stored.shared[heading] !== field,
  );
  const search = columns ? toSearch(Object.fromEntries(own)) : stored.search;
  if (search === stored.search && isShared === undefined) return;
  const is_shared = isShared ?? stored.isShared;
  const body = { name: type, path: COLUMNS_PATH, search, is_starred: false, is_shared } as const;
  await changeEmbedded('savedViews.create', { body });
  await client.invalidateQueries({ queryKey: queryKeyOf('savedViews') });
}

/** Local storage key in which earlier releases stored the choices, by type. */
const COLUMNS_KEY = 'bulk_columns';

/**
 * Moves the choices of this browser into the database, once. The account's stored choices take precedence.
 */
async function takeOver(client: QueryClient): Promise<void> {
  const local = fieldsOf(parseJson(readItem(COLUMNS_KEY) ?? ''));
  for (const type of BULK_TYPES) {
    const { data = {} } = choicesSchema.safeParse(local[type]);
    if (Object.keys(data).length === 0) continue;
    const { search } = storedOf(client.getQueryData(savedViewQuery().queryKey) ?? [], type);
    await keepColumns(client, { type, columns: withColumns(data, toColumns(search)) });
  }
  storeItem(COLUMNS_KEY, null);
}

/**
 * Columns that people have mapped in files of a type: the user's own, then those that others share. Only
 * the embedded API stores them, and reads files by them.
 */
export function useRememberedColumns(type: BulkType, isUsed: boolean) {
  const client = useQueryClient();
  const options = savedViewQuery();
  const { data, isError, refetch } = useQuery({ ...options, enabled: isUsed && options.enabled });
  const { mutate, variables, isPending } = useMutation({
    // Runs one after the other, since each starts from the choices that the previous one has stored.
    scope: { id: COLUMNS_PATH },
    mutationFn: (change: KeptColumns) => keepColumns(client, change),
    onError: (error) => toast.error(t`The columns were not kept: ${detailOrMessage(error)}`),
  });
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!isUsed || !data || hasBegun.current) return;
    hasBegun.current = true;
    // After a failure the choices stay in this browser until the next visit.
    void takeOver(client).catch(() => undefined);
  }, [isUsed, data, client]);
  const stored = useMemo(() => storedOf((isUsed && data) || [], type), [isUsed, data, type]);
  const columns = useMemo(() => withColumns(stored.shared, toColumns(stored.search)), [stored]);
  return {
    columns,
    sharedBy: stored.sharedBy,
    /** Null until the user has stored a choice. */
    isShared:
      stored.search === '' ? null : ((isPending ? variables.isShared : null) ?? stored.isShared),
    keep: mutate,
    retry: isError ? () => void refetch() : null,
  };
}
