import type { AnyFormApi } from '@tanstack/react-form';
import { useRef, useState } from 'react';
import { focusFirstInvalid } from './focus-first-invalid';
import { formLevelError } from './form-level-error';
import { showServerErrors } from './server-errors';

/** What a form of a public page does with a response: show errors at their fields, or continue after success. */
export function useFormSubmit(onSuccess: () => void) {
  const [formError, setFormError] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  return {
    element,
    formError,
    onSubmitInvalid: () => focusFirstInvalid(element.current),
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
      onSuccess();
    },
  };
}
