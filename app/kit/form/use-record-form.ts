import { revalidateLogic, useForm, type AnyFormApi } from '@tanstack/react-form';
import { useRef, useState } from 'react';
import type { z } from '~/fields/zod';
import { focusFirstInvalid, showServerErrors, adoptSaved } from './server-errors';
import { clearDraft } from './drafts';

/** Initial values of a form, and the rules for its values. */
export interface FormSetup<Values> {
  defaultValues: Values;
  schema: z.ZodType<unknown, NoInfer<Values>>;
}

/** Function that gets the values of a valid form instead of sending them (submitForm). */
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
  /** Schema of the fields that a draft stores, by default that of the form. */
  drafted?: z.ZodObject;
  /**
   * Sends the values; rejects with the server's error. Resolves to false if nothing was saved yet and the
   * form stays open.
   */
  save: (values: Values) => Promise<unknown>;
  /**
   * Called after the form has adopted the saved values. A promise of a navigation resolves once its screen
   * is rendered.
   */
  onSaved: (element: HTMLFormElement | null) => Promise<void> | void;
  /** Called after a failed save. The typed values stay, and invalid fields show their errors. */
  onServerError: (error: unknown) => void;
  /** True for an edited record: input during the save stays as a change of the saved record. */
  isChange?: boolean;
  /** Names on the wire that differ from the form's. */
  rename?: Readonly<Record<string, string>>;
}

/** The form of a record, for RecordForm (docs/paths.md, "Form"). */
export function useRecordForm<Values extends object>(options: RecordFormOptions<Values>) {
  const { draftKey, drafted = options.schema, save, onSaved, onServerError } = options;
  const { isChange = false, rename } = options;
  /** Server errors about fields that the form does not have. */
  const [unplaced, setUnplaced] = useState<readonly string[]>([]);
  /** True after saving, while another screen is opening: nothing is sent again. */
  const [isLeaving, setLeaving] = useState(false);
  /** True while the form equals the saved record; undefined before the first save. */
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
