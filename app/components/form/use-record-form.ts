import { useState } from 'react';
import type { z } from '~/contract/zod';
import { clearDraft } from '~/lib/drafts';
import { focusFirstInvalid } from './focus-first-invalid';
import { showServerErrors } from './server-errors';
import { adoptSaved } from './set-form-values';
import { useValidatedForm, type FormSetup } from './use-validated-form';

export interface RecordFormOptions<Values> extends FormSetup<Values> {
  schema: z.ZodObject & FormSetup<Values>['schema'];
  /** One per form and record, for example `condo/7`: where a draft is kept. */
  draftKey: string;
  /** A draft keeps the fields of this schema, by default of the form's own. */
  drafted?: z.ZodObject;
  /** Sends the values and rejects with the server's error. False: nothing was saved yet, the form stays as it is. */
  save: (values: Values) => Promise<unknown>;
  /** Called after the form has adopted the saved values. Where it leads to another screen it resolves when that is there. */
  onSaved: (element: HTMLFormElement | null) => Promise<void> | void;
  /** Called after a failed save: what was typed is kept, and invalid fields show their errors. */
  onServerError: (error: unknown) => void;
  /** A stored record is edited: what is typed while it is saved stays, as a change of the saved one. */
  isChange?: boolean;
  /** Wire names that differ in the form. */
  rename?: Readonly<Record<string, string>>;
}

/** The form of a record, for RecordForm (docs/architecture.md, "Other paths"). */
export function useRecordForm<Values extends object>(options: RecordFormOptions<Values>) {
  const { draftKey, drafted = options.schema, save, onSaved, onServerError } = options;
  const { isChange = false, rename } = options;
  /** Server errors about fields that are not on the form. */
  const [unplaced, setUnplaced] = useState<readonly string[]>([]);
  /** Saved, and on the way to another screen: nothing is sent again. */
  const [isLeaving, setLeaving] = useState(false);
  const shown = useValidatedForm(options, async (values, form, element) => {
    setUnplaced([]);
    try {
      if ((await save(values)) === false) return;
    } catch (error) {
      setUnplaced(showServerErrors(form, error, rename));
      focusFirstInvalid(element, () => onServerError(error));
      return;
    }
    if (isChange) adoptSaved(form, values);
    else form.reset(values);
    clearDraft(draftKey);
    const left = onSaved(element);
    if (!left) return;
    setLeaving(true);
    await left.finally(() => setLeaving(false));
  });
  return { ...shown, draftKey, drafted, isLeaving, isChange, unplaced };
}
