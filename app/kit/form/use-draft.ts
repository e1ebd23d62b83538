import { fieldsOf } from '~/fields/reading';
import { currentDraftsItem } from '~/kit/ui/open-forms';
import type { AnyFormApi } from '@tanstack/react-form';
import { useState } from 'react';
import { z } from '~/fields/zod';
import { clearDraft, storedDraft, storeDraft, type Draft, type DraftChange } from './drafts';
import { setFormValues } from './server-errors';

/**
 * Draft of a form. The key names the form and the record. The draft has the fields of the schema, which has
 * no images.
 */
export function useDraft(form: AnyFormApi, key: string, schema: z.ZodObject) {
  const [item] = useState(currentDraftsItem);
  const [draft, setDraft] = useState(() => readDraft(key, schema));
  const forget = () => {
    clearDraft(key);
    setDraft(null);
  };
  return {
    offered: draft && {
      /** True if there is something to restore. Otherwise only an image was lost. */
      restorable: draft.changes.length > 0,
      imageLost: draft.imageLost,
      /** True if a field to restore has been changed by others since. */
      outdated: draft.changes.some(
        ({ name, before }) => !isSame(before, fieldsOf(form.options.defaultValues)[name]),
      ),
    },
    restore: () => {
      const changes = draft?.changes ?? [];
      setFormValues(form, Object.fromEntries(changes.map(({ name, value }) => [name, value])));
      forget();
    },
    discard: forget,
    keep: () => {
      const changes = changesOf(form);
      const kept = changes.filter(({ name }) => Object.hasOwn(schema.shape, name));
      storeDraft(key, item, { changes: kept, imageLost: kept.length < changes.length });
    },
  };
}

function changesOf(form: AnyFormApi): DraftChange[] {
  const before = fieldsOf(form.options.defaultValues);
  return Object.entries(fieldsOf(form.state.values))
    .map(([name, value]) => ({ name, value, before: before[name] }))
    .filter((change) => change.value !== change.before && !isSame(change.value, change.before));
}

/** Compares values by their JSON, as they are stored. Files have no JSON and are compared by identity. */
function isSame(a: unknown, b: unknown): boolean {
  return hasFile(a) || hasFile(b) ? a === b : JSON.stringify(a) === JSON.stringify(b);
}

function hasFile(value: unknown): boolean {
  return Object.values(fieldsOf(value)).some((part) => part instanceof Blob);
}

export type FormDraft = ReturnType<typeof useDraft>;

/** Reads a draft. It is ignored if a field is not in the schema or has an impossible type. */
export function readDraft(key: string, schema: z.ZodObject): Draft | null {
  const { changes, imageLost } = storedDraft(key);
  if (!Array.isArray(changes)) return null;
  const read: DraftChange[] = [];
  for (const entry of changes) {
    const { name, value, before } = fieldsOf(entry);
    if (typeof name !== 'string' || !isTypable(schema, name, value)) return null;
    read.push({ name, value, before });
  }
  return read.length > 0 || imageLost === true
    ? { changes: read, imageLost: imageLost === true }
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
