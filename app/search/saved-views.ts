import { useQuery } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import { apiKind } from '~/rpc/api-kind';
import type { CallAnswer } from '~/rpc/calls';
import { embeddedQuery } from '~/rpc/queries';
import { mapNames } from '~/fields/fields';
import { readText, type UnknownRecord } from '~/fields/reading';
import { compareNames } from '~/language/format';
import { subscribeStored, savedViewsKey, parseStoredList, readItem } from '~/kit/ui/storage';
import { isSameSearch, isViewPath, type ViewPath } from './view-lists';

/** A view as screens use it. */
export interface SavedView {
  /** Id in the database, or a random one for a view of this browser. */
  id: number | string;
  name: string;
  path: ViewPath;
  search: string;
  isStarred: boolean;
  isShared: boolean;
  /** The person who shares it; null for the user's own view. */
  by: string | null;
}

export function viewHref({ path, search }: Pick<SavedView, 'path' | 'search'>): string {
  return search ? `${path}?${search}` : path;
}

/** Search params of a view: those of the URL without the page. */
export function viewSearch(searchText: string): string {
  const params = new URLSearchParams(searchText);
  params.delete('page');
  return params.toString();
}

/** True if the list shows this view: the same search params in any order, on any page. */
export function isOpenView({ search }: Pick<SavedView, 'search'>, searchText: string): boolean {
  return isSameSearch(viewSearch(searchText), search);
}

/**
 * The views of an account, starred ones first, then by name. With the embedded API these are its stored
 * views, those that others share, and views of this browser that have not been moved yet.
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

export function toView({ id, name, path, search, ...view }: StoredView): SavedView[] {
  if (!isViewPath(path)) return [];
  const by = view.is_mine ? null : (view.created_by ?? '–');
  // A star counts for its owner only.
  const isStarred = view.is_mine && view.is_starred;
  return [{ id, name, path, search, isStarred, isShared: view.is_shared, by }];
}

export function readViews(owner: string): SavedView[] {
  return parseViews(readItem(savedViewsKey(owner)));
}

function parseViews(stored: string | null): SavedView[] {
  return parseStoredList(stored, readView).toSorted(byStarAndName);
}

const OWN = { isShared: false, by: null };

const STORED_TEXTS = ['id', 'name', 'path', 'search'] as const;

function readView(fields: UnknownRecord): SavedView | null {
  const { id, name, path, search } = mapNames(STORED_TEXTS, (text) => readText(fields[text]));
  if (!id || !name || !isViewPath(path)) return null;
  return { id, name, path, search: search ?? '', isStarred: fields.isStarred === true, ...OWN };
}

function byStarAndName(a: SavedView, b: SavedView): number {
  return Number(b.isStarred) - Number(a.isStarred) || compareNames(a.name, b.name);
}
