import { fieldsOf, type Fields } from '~/contract/reading';

/*
 * Where drafts are kept (docs/decisions/0017): one item of this tab's session storage, there only while a draft is.
 * It belongs to one user and goes with the first other one.
 */

const STORAGE_KEY = 'drafts';

let owner = '';

/** Whose drafts are written and read from now on; those of anyone else are removed. */
export function claimDrafts(user: string): void {
  owner = user;
  const stored = readItem();
  if (stored && stored.owner !== user) clearDrafts();
}

export function draftOwner(): string {
  return owner;
}

export function clearDrafts(): void {
  writeItem(null);
}

/** The drafts of the present user by form; none where the storage is switched off or holds something else. */
export function readDrafts(): Fields {
  const stored = readItem();
  return stored && stored.owner === owner ? fieldsOf(stored.forms) : {};
}

export function writeDrafts(forms: Fields): void {
  writeItem(Object.keys(forms).length > 0 ? JSON.stringify({ owner, forms }) : null);
}

function readItem(): Fields | null {
  try {
    const text = sessionStorage.getItem(STORAGE_KEY);
    return text === null ? null : fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
}

function writeItem(text: string | null): void {
  try {
    if (text === null) sessionStorage.removeItem(STORAGE_KEY);
    else sessionStorage.setItem(STORAGE_KEY, text);
  } catch {
    // Switched off or full: what was typed cannot be kept.
  }
}
