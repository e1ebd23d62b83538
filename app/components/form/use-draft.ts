import type { AnyFormApi } from '@tanstack/react-form';
import { useState } from 'react';
import { fieldsOf } from '~/contract/reading';
import type { z } from '~/contract/zod';
import { setFormValues } from './set-form-values';
import { clearDraft, storeDraft, type DraftChange } from '~/lib/drafts';
import { readDraft } from './read-draft';
import { currentDraftsItem } from '~/lib/open-forms';

interface DraftPlace {
  /** One per form and record, for example `condo/7`. */
  key: string;
  /** The contract's form schema; fields outside of it (images) are not kept. */
  schema: z.ZodObject;
}

/** The draft of a form. A form that was saved calls clearDraft with the same key. */
export function useDraft(form: AnyFormApi, { key, schema }: DraftPlace) {
  const [item] = useState(currentDraftsItem);
  const [draft, setDraft] = useState(() => readDraft(key, schema));
  const forget = () => {
    clearDraft(key);
    setDraft(null);
  };
  return {
    /** Null where there is none. */
    offered: draft && {
      /** There is something to restore; otherwise only an image was lost. */
      restorable: draft.changes.length > 0,
      pictureLost: draft.pictureLost,
      /** A field to restore has since been changed. */
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
    /** Stores the form's changes; for UnsavedChanges. */
    keep: () => {
      const changes = changesOf(form);
      const kept = changes.filter(({ name }) => Object.hasOwn(schema.shape, name));
      storeDraft(key, item, { changes: kept, pictureLost: kept.length < changes.length });
    },
  };
}

function changesOf(form: AnyFormApi): DraftChange[] {
  const before = fieldsOf(form.options.defaultValues);
  return Object.entries(fieldsOf(form.state.values))
    .map(([name, value]) => ({ name, value, before: before[name] }))
    .filter((change) => change.value !== change.before && !isSame(change.value, change.before));
}

/** Compares as the storage does, by JSON. Files have none: they are compared by identity. */
function isSame(a: unknown, b: unknown): boolean {
  return hasFile(a) || hasFile(b) ? a === b : JSON.stringify(a) === JSON.stringify(b);
}

function hasFile(value: unknown): boolean {
  return Object.values(fieldsOf(value)).some((part) => part instanceof Blob);
}

export type FormDraft = ReturnType<typeof useDraft>;
