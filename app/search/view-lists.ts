import { msg } from '~/language/texts';

/** Lists whose views can be saved, by path. The name is shown next to a view. */
export const VIEW_LISTS = {
  '/condos': msg`Buildings`,
  '/users': msg`Users`,
  '/apartments': msg`Apartments`,
  '/pending-invitations': msg`Invitations`,
} as const;
export type ViewPath = keyof typeof VIEW_LISTS;

export function isViewPath(path: string | null): path is ViewPath {
  return path !== null && Object.hasOwn(VIEW_LISTS, path);
}

/**
 * Path of the imports, whose saved "views" are the columns of files: named by import type, mapping headings
 * to fields.
 */
export const COLUMNS_PATH = '/bulk-operations';
export type SavedPath = ViewPath | typeof COLUMNS_PATH;

export const SEARCH_LIMIT_CHARS = 10_000;

/** Longer names do not fit next to their list. */
export const VIEW_NAME_LIMIT_CHARS = 80;

/** The identity of a view: a person's views of one list have different names. */
export interface NamedView {
  name: string;
  path: string;
  search: string;
}

export function isSameSearch(a: string, b: string): boolean {
  return sorted(a) === sorted(b);
}

function sorted(search: string): string {
  const params = new URLSearchParams(search);
  params.sort();
  return params.toString();
}

/**
 * A free name for a view among others of its list. Null if an identical view exists, or one with the same
 * columns.
 */
export function freeName(view: NamedView, others: readonly NamedView[]): string | null {
  const ofList = new Map(
    others.filter(({ path }) => path === view.path).map((one) => [one.name.toLowerCase(), one]),
  );
  let { name } = view;
  for (let number = 2; ; number += 1) {
    const same = ofList.get(name.toLowerCase());
    if (!same) return name;
    if (view.path === COLUMNS_PATH || isSameSearch(view.search, same.search)) return null;
    const end = ` (${number})`;
    name = `${view.name.slice(0, VIEW_NAME_LIMIT_CHARS - end.length)}${end}`;
  }
}
