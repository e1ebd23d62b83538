import { msg } from '~/language/texts';

/** Lists whose views can be saved, by path, with the name that is shown next to a view. */
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

/** The page of imports, whose "views" are the columns of files: named by the type, from heading to field. */
export const COLUMNS_PATH = '/bulk-operations';
export type SavedPath = ViewPath | typeof COLUMNS_PATH;

export const SEARCH_LIMIT_CHARS = 10_000;

/** Longer names do not fit next to their list. */
export const VIEW_NAME_LIMIT_CHARS = 80;

/** A view by what says which one it is: no two of one person have the same name in a list. */
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

/** The name of a view among others of its list: null if one of them is the same, or has its columns. */
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
