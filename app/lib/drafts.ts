import { fieldsOf, type Fields } from '~/contract/reading';
import { z } from '~/contract/zod';
import { currentDraftsItem } from './open-forms';

/** One changed field: what was typed, and its value before. */
export interface DraftChange {
  name: string;
  value: unknown;
  before: unknown;
}

/** What a form held when the session ended. */
export interface Draft {
  changes: DraftChange[];
  /** An image had been chosen or removed; files cannot be kept. */
  pictureLost: boolean;
}

/** Stores a form's draft under its key. `item` belongs to the user who typed it: the current one when the form was opened. */
export function storeDraft(key: string, item: string, draft: Draft): void {
  // Another user has since signed in in another tab.
  if (item !== currentDraftsItem()) return;
  writeDrafts({ ...readDrafts(), [key]: draft });
}

export function clearDraft(key: string): void {
  const { [key]: gone, ...rest } = readDrafts();
  if (gone !== undefined) writeDrafts(rest);
}

export function hasDraft(key: string): boolean {
  return key in readDrafts();
}

/**
 * The draft of a form, or null. Every field has to be in the schema and of a type that can be typed into it: an invalid
 * text is normal in a half-filled form, a number in its place is not. A draft that fails is ignored as a whole.
 */
export function readDraft(key: string, schema: z.ZodObject): Draft | null {
  const { changes, pictureLost } = fieldsOf(readDrafts()[key]);
  if (!Array.isArray(changes)) return null;
  const read: DraftChange[] = [];
  for (const entry of changes) {
    const { name, value, before } = fieldsOf(entry);
    if (typeof name !== 'string' || !isTypable(schema, name, value)) return null;
    read.push({ name, value, before });
  }
  return read.length > 0 || pictureLost === true
    ? { changes: read, pictureLost: pictureLost === true }
    : null;
}

const WRONG_TYPE: ReadonlySet<string> = new Set(['invalid_type', 'invalid_union', 'invalid_value']);

function isTypable(schema: z.ZodObject, name: string, value: unknown): boolean {
  const fields: Readonly<Record<string, z.ZodType>> = schema.shape;
  const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
  if (!field) return false;
  const result = z.safeParse(field, value);
  return result.success || !result.error.issues.some(({ code }) => WRONG_TYPE.has(code));
}

/** The current user's drafts by form (docs/decisions/0017). */
function readDrafts(): Fields {
  try {
    return fieldsOf(JSON.parse(sessionStorage.getItem(currentDraftsItem()) ?? 'null'));
  } catch {
    return {};
  }
}

function writeDrafts(drafts: Fields): void {
  try {
    const item = currentDraftsItem();
    if (Object.keys(drafts).length === 0) sessionStorage.removeItem(item);
    else sessionStorage.setItem(item, JSON.stringify(drafts));
  } catch {
    // Storage is disabled or full: drafts cannot be kept.
  }
}
