import type { AnyFormApi } from '@tanstack/react-form';
import { useRef, useState } from 'react';
import { focusFirstInvalid } from '~/components/form/focus-first-invalid';
import { showRefusedFields } from '~/components/form/refused-fields';
import { refusalOfForm } from './refusal-of-form';

/** What both forms of the page do with an answer: a refusal is shown where it belongs, an acceptance goes on. */
export function useAcceptance(onAccepted: () => void) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const element = useRef<HTMLFormElement>(null);
  return {
    element,
    refusal,
    onSubmitInvalid: () => focusFirstInvalid(element.current),
    submit: async (form: AnyFormApi, accept: () => Promise<unknown>) => {
      setRefusal(null);
      try {
        await accept();
      } catch (error) {
        showRefusedFields(form, error);
        setRefusal(refusalOfForm(error, form.fieldInfo));
        focusFirstInvalid(element.current);
        return;
      }
      onAccepted();
    },
  };
}
