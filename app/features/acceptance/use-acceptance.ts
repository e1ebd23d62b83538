import type { AnyFormApi } from '@tanstack/react-form';
import { useRef, useState } from 'react';
import { focusFirstInvalid } from '~/components/form/focus-first-invalid';
import { showServerErrors } from '~/components/form/server-errors';
import { formLevelError } from './form-level-error';

/** What both forms of the page do with a response: show errors at their fields, or continue after acceptance. */
export function useAcceptance(onAccepted: () => void) {
  const [formError, setFormError] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  return {
    element,
    formError,
    onSubmitInvalid: () => focusFirstInvalid(element.current),
    submit: async (form: AnyFormApi, accept: () => Promise<unknown>) => {
      setFormError(null);
      try {
        await accept();
      } catch (error) {
        showServerErrors(form, error);
        setFormError(formLevelError(error, form.fieldInfo));
        focusFirstInvalid(element.current);
        return;
      }
      onAccepted();
    },
  };
}
