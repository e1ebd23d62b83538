import { readText, type UnknownRecord } from '~/fields/reading';
import { parseStoredList, readItem, recentsKey, storeItem } from '~/kit/ui/storage';
import type { Hit } from './hit';

const RECENTS_LIMIT = 8;

export type Recent = Hit & { target: string };

/** The records that the account opened recently, latest first. */
export function readRecents(owner: string): Recent[] {
  return parseStoredList(readItem(recentsKey(owner)), readRecent);
}

function readRecent(fields: UnknownRecord): Recent | null {
  const [key, label, target] = [fields.key, fields.label, fields.target].map(readText);
  // Only addresses of the panel are valid.
  if (!key || !label || !target?.startsWith('/') || target.startsWith('//')) return null;
  return { key, label, target, detail: readText(fields.detail) ?? '' };
}

/** Remembers a record. If the storage is full or blocked, nothing happens. */
export function rememberRecent(owner: string, { key, label, detail = '', target }: Hit): void {
  if (typeof target !== 'string') return;
  const others = readRecents(owner).filter((recent) => recent.key !== key);
  const recents = [{ key, label, detail, target }, ...others].slice(0, RECENTS_LIMIT);
  storeItem(recentsKey(owner), JSON.stringify(recents));
}

/** Recent records without buildings that the list no longer has. */
export function knownRecents(recents: readonly Recent[], isKnownCondo: (id: number) => boolean) {
  return recents.filter(({ key }) => {
    const [kind, id] = key.split(' ');
    return kind !== 'condo' || isKnownCondo(Number(id));
  });
}
