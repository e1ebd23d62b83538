import { useSyncExternalStore } from 'react';
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
import { msg } from '~/language/texts';

/** Lists whose views can be saved, by path, with the name that is shown next to a view. */
export const VIEW_LISTS: Readonly<Record<string, string>> = {
  '/condos': msg`Buildings`,
  '/users': msg`Users`,
  '/apartments': msg`Apartments`,
  '/pending-invitations': msg`Invitations`,
};

export interface SavedView {
  id: string;
  name: string;
  path: string;
  search: string;
  isStarred: boolean;
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
  return sorted(viewSearch(searchText)) === sorted(search);
}

function sorted(search: string): string {
  const params = new URLSearchParams(search);
  params.sort();
  return params.toString();
}

let parsed: { text: string | null; views: SavedView[] } = { text: null, views: [] };

/** The views of an account in this browser: those with a star first, each by name. */
export function useSavedViews(owner: string): SavedView[] {
  return useSyncExternalStore(subscribeStored, () => readViews(owner));
}

export function readViews(owner: string): SavedView[] {
  const text = readItem(savedViewsKey(owner));
  if (text !== parsed.text) {
    parsed = { text, views: parseStoredList(text, readView).toSorted(byStarAndName) };
  }
  return parsed.views;
}

/** Stores the views. Returns false if the storage is full or blocked; nothing has changed then. */
export function keepViews(owner: string, views: readonly SavedView[]): boolean {
  const kept = storeItem(savedViewsKey(owner), views.length > 0 ? JSON.stringify(views) : null);
  notifyStored();
  return kept;
}

/** The views with this one, which takes the place of one of the same name in its list. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  const isSame = (other: SavedView) =>
    other.id === view.id ||
    (other.path === view.path && other.name.toLowerCase() === view.name.toLowerCase());
  return [...views.filter((other) => !isSame(other)), view];
}

function readView(fields: Fields): SavedView | null {
  const [id, name, path, search] = [fields.id, fields.name, fields.path, fields.search].map(
    readText,
  );
  if (!id || !name || !path || !Object.hasOwn(VIEW_LISTS, path)) return null;
  return { id, name, path, search: search ?? '', isStarred: fields.isStarred === true };
}

function byStarAndName(a: SavedView, b: SavedView): number {
  return Number(b.isStarred) - Number(a.isStarred) || compareNames(a.name, b.name);
}
