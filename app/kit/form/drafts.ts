import { fieldsOf, type UnknownRecord, parseJson } from '~/fields/reading';
import { currentDraftsItem } from '~/kit/ui/open-forms';
import { storeItem, readItem } from '~/kit/ui/storage';

export interface DraftChange {
  name: string;
  value: unknown;
  before: unknown;
}

/** The values of a form when the session ended. */
export interface Draft {
  changes: DraftChange[];
  /** True if an image had been chosen or removed, since files cannot be stored. */
  imageLost: boolean;
}

/** Stores a form's draft under its key. `item` is the storage item of the user who opened the form. */
export function storeDraft(key: string, item: string, draft: Draft): void {
  // Another user has signed in in another tab in the meantime.
  if (item !== currentDraftsItem()) return;
  writeDrafts({ ...readDrafts(), [key]: draft });
}

export function clearDraft(key: string): void {
  const { [key]: draft, ...rest } = readDrafts();
  if (draft !== undefined) writeDrafts(rest);
}

export function storedDraft(key: string): UnknownRecord {
  return fieldsOf(readDrafts()[key]);
}

export function hasDraft(key: string): boolean {
  return key in readDrafts();
}

/** The current user's drafts by form (docs/decisions/0017). */
function readDrafts(): UnknownRecord {
  return fieldsOf(parseJson(readItem(currentDraftsItem(), 'session') ?? ''));
}

function writeDrafts(drafts: UnknownRecord): void {
  const text = Object.keys(drafts).length === 0 ? null : JSON.stringify(drafts);
  storeItem(currentDraftsItem(), text, 'session');
}
