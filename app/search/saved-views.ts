import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react';
import { apiKind } from '~/rpc/api-kind';
import type { CallAnswer } from '~/rpc/calls';
import { AppError, isNotFound } from '~/rpc/errors/app-error';
import { changeEmbedded, changeListed, embeddedQuery, queryKeyOf } from '~/rpc/queries';
import { mapNames } from '~/fields/fields';
import { readText, type Fields } from '~/fields/reading';
import { compareNames } from '~/language/format';
import {
  notifyStored,
  subscribeStored,
  savedViewsKey,
  storeItem,
  parseStoredList,
  readItem,
} from '~/kit/ui/storage';
import { msg, translate } from '~/language/texts';
import { freeName, isSameSearch, isViewPath, type NamedView, type ViewPath } from './view-lists';

/** A view, as the screens have it. */
export interface SavedView {
  /** The id in the database; a random one for a view of this browser. */
  id: number | string;
  name: string;
  path: ViewPath;
  search: string;
  isStarred: boolean;
  isShared: boolean;
  /** The person who shares it; null for one's own. */
  by: string | null;
}

export function viewHref({ path, search }: Pick<SavedView, 'path' | 'search'>): string {
  return search ? `${path}?${search}` : path;
}

/** Search params of a view: those of the address without the page. */
export function viewSearch(searchText: string): string {
  const params = new URLSearchParams(searchText);
  params.delete('page');
  return params.toString();
}

/** True if the list shows a view: the same search params in any order, on any page. */
export function isOpenView({ search }: Pick<SavedView, 'search'>, searchText: string): boolean {
  return isSameSearch(viewSearch(searchText), search);
}

/**
 * The views of an account: those with a star first, each by name. With the embedded API they are in its
 * database, with those that others share; views of this browser are there too until they are taken over.
 */
export function useSavedViews(owner: string): readonly SavedView[] {
  const stored = useSyncExternalStore(subscribeStored, () => readItem(savedViewsKey(owner)));
  const { data } = useQuery(savedViewQuery());
  return useMemo(
    () => [...(data ?? []).flatMap(toView), ...parseViews(stored)].toSorted(byStarAndName),
    [data, stored],
  );
}

export const savedViewQuery = () => ({
  ...embeddedQuery('savedViews.list', {}),
  enabled: apiKind().isEmbedded,
});

type StoredView = CallAnswer<'savedViews.list'>[number];

function toView({ id, name, path, search, ...view }: StoredView): SavedView[] {
  if (!isViewPath(path)) return [];
  const by = view.is_mine ? null : (view.created_by ?? '–');
  // A star is for whoever gave it.
  const isStarred = view.is_mine && view.is_starred;
  return [{ id, name, path, search, isStarred, isShared: view.is_shared, by }];
}

/**
 * Saves a view, in the place of one of the same name in its list. A call sends the whole view: so saves wait
 * for each other, and each changes the view as the one before has left it.
 * @throws AppError, also where the storage of this browser is full or blocked
 */
export function saveView(
  client: QueryClient,
  owner: string,
  view: SavedView,
  changes: Partial<SavedView> = {},
): Promise<void> {
  const saved = lastSaving.then(() => {
    const stored = client.getQueryData(savedViewQuery().queryKey)?.flatMap(toView);
    const latest = stored?.find(({ id }) => id === view.id) ?? view;
    return writeView(client, owner, { ...latest, ...changes });
  });
  lastSaving = saved.catch(() => undefined);
  // The next change does not wait for this: the list has what the call has answered.
  return saved.then(() => client.invalidateQueries({ queryKey: queryKeyOf('savedViews') }));
}

let lastSaving: Promise<unknown> = Promise.resolve();

async function writeView(client: QueryClient, owner: string, view: SavedView): Promise<void> {
  const { id, name, path, search, isStarred, isShared } = view;
  if (!apiKind().isEmbedded) return keepViews(owner, withView(readViews(owner), view));
  const body = { name, path, search, is_starred: isStarred, is_shared: isShared };
  if (typeof id === 'number') {
    const saved = await changeEmbedded('savedViews.update', { id, body });
    changeListed(client, queryKeyOf('savedViews.list'), id, saved);
  } else {
    await changeEmbedded('savedViews.create', { body });
    dropView(owner, id);
  }
}

/** @throws AppError */
export async function removeView(client: QueryClient, owner: string, { id }: SavedView) {
  if (typeof id === 'string') return dropView(owner, id);
  await changeEmbedded('savedViews.delete', { id }).catch((error: unknown) => {
    // Somebody else has deleted it: it is gone, as was wanted.
    if (!isNotFound(error)) throw error;
  });
  await client.invalidateQueries({ queryKey: queryKeyOf('savedViews') });
}

function dropView(owner: string, id: string): void {
  const views = readViews(owner);
  const others = views.filter((view) => view.id !== id);
  if (others.length < views.length) keepViews(owner, others);
}

/**
 * Moves the views of this browser into the database, once: each leaves the browser when it is there. One
 * whose name another view of that list has got elsewhere gets a number.
 */
export function useTakeOver(owner: string): void {
  const client = useQueryClient();
  const { data } = useQuery(savedViewQuery());
  const hasBegun = useRef(false);
  useEffect(() => {
    if (!data || hasBegun.current) return;
    hasBegun.current = true;
    const mine: NamedView[] = data.filter(({ is_mine }) => is_mine);
    const takeOver = async () => {
      for (const view of readViews(owner)) {
        const name = freeName(view, mine);
        if (name === null) dropView(owner, String(view.id));
        else {
          // A later one of that name would take its place.
          mine.push({ ...view, name });
          // After a failure the view stays in this browser until the next time.
          await saveView(client, owner, { ...view, name }).catch(() => undefined);
        }
      }
    };
    void takeOver().catch(() => undefined);
  }, [data, client, owner]);
}

function readViews(owner: string): SavedView[] {
  return parseViews(readItem(savedViewsKey(owner)));
}

function parseViews(stored: string | null): SavedView[] {
  return parseStoredList(stored, readView).toSorted(byStarAndName);
}

/** Stores the views of this browser. @throws AppError if its storage is full or blocked */
function keepViews(owner: string, views: readonly SavedView[]): void {
  const kept = storeItem(savedViewsKey(owner), views.length > 0 ? JSON.stringify(views) : null);
  notifyStored();
  if (!kept) throw new AppError({ status: 0, detail: translate(NOT_KEPT) });
}

const NOT_KEPT = msg`The storage of this browser is full or blocked: the change could not be saved.`;

/** The views with this one, which takes the place of one of the same name in its list. */
function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const isSame = (other: SavedView) =>
    other.id === view.id ||
    (other.path === view.path && other.name.toLowerCase() === view.name.toLowerCase());
  return [...views.filter((other) => !isSame(other)), view];
}

const OWN = { isShared: false, by: null };

const STORED_TEXTS = ['id', 'name', 'path', 'search'] as const;

function readView(fields: Fields): SavedView | null {
  const { id, name, path, search } = mapNames(STORED_TEXTS, (text) => readText(fields[text]));
  if (!id || !name || !isViewPath(path)) return null;
  return { id, name, path, search: search ?? '', isStarred: fields.isStarred === true, ...OWN };
}

function byStarAndName(a: SavedView, b: SavedView): number {
  return Number(b.isStarred) - Number(a.isStarred) || compareNames(a.name, b.name);
}
