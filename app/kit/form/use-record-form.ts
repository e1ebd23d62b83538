import { revalidateLogic, useForm, type AnyFormApi } from '@tanstack/react-form';
import { useRef, useState } from 'react';
import type { z } from '~/fields/zod';
import { focusFirstInvalid, showServerErrors, adoptSaved } from './server-errors';
import { clearDraft } from './drafts';

/** The values that a form begins with, and the rules that they are to meet. */
export interface FormSetup<Values> {
  defaultValues: Values;
  schema: z.ZodType<unknown, NoInfer<Values>>;
}

/** Function that a valid form calls with its values in place of sending them (submitForm). */
interface SubmitMeta<Values> {
  instead?: ((values: Values) => void) | undefined;
}

/** A form that validates on submit and then while typing, and focuses the first invalid field. */
export function useValidatedForm<Values>(
  { defaultValues, schema }: FormSetup<Values>,
  submit: (values: Values, form: AnyFormApi, element: HTMLFormElement | null) => Promise<void>,
) {
  const element = useRef<HTMLFormElement>(null);
  const onSubmitMeta: SubmitMeta<Values> = {};
  const form = useForm({
    defaultValues,
    onSubmitMeta,
    validators: { onDynamic: schema },
    validationLogic: revalidateLogic(),
    onSubmitInvalid: () => focusFirstInvalid(element.current),
    onSubmit: ({ value, formApi, meta: { instead } }) =>
      instead ? instead(value) : submit(value, formApi, element.current),
  });
  return { form, element };
}

export interface RecordFormOptions<Values> extends FormSetup<Values> {
  schema: z.ZodObject & FormSetup<Values>['schema'];
  /** Storage key of the draft, one per form and record, such as `condo/7`. */
  draftKey: string;
  /** A draft keeps the fields of this schema, by default of the form's own. */
  drafted?: z.ZodObject;
  /** Sends the values; rejects with the server's error. False: not saved yet, and the form stays open. */
  save: (values: Values) => Promise<unknown>;
  /** Called once the form has adopted the saved values. A navigation resolves once its screen is rendered. */
  onSaved: (element: HTMLFormElement | null) => Promise<void> | void;
  /** Called after a failed save: what was typed is kept, and invalid fields show their errors. */
  onServerError: (error: unknown) => void;
  /** For an edited record: input during the save stays as a change of the saved record. */
  isChange?: boolean;
  /** Wire names that differ in the form. */
  rename?: Readonly<Record<string, string>>;
}

/** The form of a record, for RecordForm (docs/paths.md, "Form"). */
export function useRecordForm<Values extends object>(options: RecordFormOptions<Values>) {
  const { draftKey, drafted = options.schema, save, onSaved, onServerError } = options;
  const { isChange = false, rename } = options;
  /** Server errors about fields that are not on the form. */
  const [unplaced, setUnplaced] = useState<readonly string[]>([]);
  /** Saved, and on the way to another screen: nothing is sent again. */
  const [isLeaving, setLeaving] = useState(false);
  /** True for a change once it was saved; undefined before the first one. */
  const [isSaved, setSaved] = useState<boolean>();
  const validated = useValidatedForm(options, async (values, form, element) => {
    setUnplaced([]);
    if (isChange) setSaved(false);
    try {
      if ((await save(values)) === false) return;
    } catch (error) {
      setUnplaced(showServerErrors(form, error, rename));
      focusFirstInvalid(element, () => onServerError(error));
      return;
    }
    if (isChange) setSaved(true);
    if (isChange) adoptSaved(form, values);
    else form.reset(values);
    clearDraft(draftKey);
    const navigation = onSaved(element);
    if (!navigation) return;
    setLeaving(true);
    await navigation.finally(() => setLeaving(false));
  });
  return { ...validated, draftKey, drafted, isLeaving, isChange, isSaved, unplaced };
}
