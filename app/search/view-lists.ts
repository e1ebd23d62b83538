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

/** Longer names do not fit next to their list. */
export const VIEW_NAME_LIMIT_CHARS = 80;
