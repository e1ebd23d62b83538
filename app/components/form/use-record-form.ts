import { revalidateLogic, type AnyFormApi } from '@tanstack/react-form';
import { useRef, useState } from 'react';
import { clearDraft } from '~/lib/drafts';
import { focusFirstInvalid } from './focus-first-invalid';
import { showServerErrors } from './server-errors';
import { adoptSaved } from './set-form-values';

interface RecordFormOptions<Values, Saved> {
  /** One per form and record, for example `condo/7`: where a draft is kept. */
  draftKey: string;
  /** Sends the values and rejects with the server's error. False: nothing was saved yet, the form stays as it is. */
  save: (values: Values) => Promise<Saved | false>;
  /** Called after the form has adopted the saved values. Where it leads to another screen it resolves when that is there. */
  onSaved: (saved: Saved, element: HTMLFormElement | null) => Promise<void> | void;
  /** Called after a failed save: what was typed is kept, and invalid fields show their errors. */
  onServerError: (error: unknown) => void;
  /** A stored record is edited: what is typed while it is saved stays, as a change of the saved one. */
  isChange?: boolean;
  /** Wire names that differ in the form. */
  rename?: Readonly<Record<string, string>>;
}

/**
 * The frame of every form of a record: it validates on submit and then while typing, shows server errors
 * at their fields, focuses the first invalid one, and removes the draft when it is saved. Pass `options` and `submit` to
 * useAppForm and all of it to RecordForm (docs/architecture.md, "The life of a form").
 */
export function useRecordForm<Values extends object, Saved>(
  props: RecordFormOptions<Values, Saved>,
) {
  const { draftKey, save, onSaved, onServerError, isChange, rename } = props;
  const element = useRef<HTMLFormElement>(null);
  /** Server errors about fields that are not on the form. */
  const [unplaced, setUnplaced] = useState<readonly string[]>([]);
  /** Saved, and on the way to another screen: nothing is sent again. */
  const [isLeaving, setLeaving] = useState(false);
  return {
    draftKey,
    isLeaving,
    isChange: isChange === true,
    element,
    unplaced,
    options: {
      validationLogic: revalidateLogic(),
      onSubmitInvalid: () => focusFirstInvalid(element.current),
    },
    /** For the form's onSubmit. */
    submit: async (values: Values, form: AnyFormApi): Promise<void> => {
      setUnplaced([]);
      let saved: Saved | false;
      try {
        saved = await save(values);
      } catch (error) {
        setUnplaced(showServerErrors(form, error, rename));
        focusFirstInvalid(element.current, () => onServerError(error));
        return;
      }
      if (saved === false) return;
      if (isChange) adoptSaved(form, values);
      else form.reset(values);
      clearDraft(draftKey);
      const left = onSaved(saved, element.current);
      if (!left) return;
      setLeaving(true);
      await left.finally(() => setLeaving(false));
    },
  };
}
