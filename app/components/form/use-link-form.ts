import { revalidateLogic, type AnyFormApi } from '@tanstack/react-form';
import { useRef, useState } from 'react';
import { focusFirstInvalid } from './focus-first-invalid';
import { formLevelError } from './form-level-error';
import { showServerErrors } from './server-errors';

/**
 * The frame of a form without a draft, such as one behind a link: it validates on submit and then while
 * typing, and shows errors of a response at their fields, or continues after success. Pass `options` and `submit` to
 * useAppForm and all of it to LinkForm.
 */
export function useLinkForm(
  onSuccess: (form: AnyFormApi, element: HTMLFormElement | null) => void,
) {
  const [formError, setFormError] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  return {
    element,
    formError,
    options: {
      validationLogic: revalidateLogic(),
      onSubmitInvalid: () => focusFirstInvalid(element.current),
    },
    /** For the form's onSubmit. */
    submit: async (form: AnyFormApi, send: () => Promise<unknown>) => {
      setFormError(null);
      try {
        await send();
      } catch (error) {
        showServerErrors(form, error);
        setFormError(formLevelError(error, form.fieldInfo));
        focusFirstInvalid(element.current);
        return;
      }
      onSuccess(form, element.current);
    },
  };
}
