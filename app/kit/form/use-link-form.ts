import type { AnyFormApi } from '@tanstack/react-form';
import { useState } from 'react';
import { AppError, detailOrMessage } from '~/rpc/errors/app-error';
import { focusFirstInvalid } from './focus-first-invalid';
import { linkFields, type LinkFields } from './form-field';
import { showServerErrors } from './server-errors';
import { useValidatedForm, type FormSetup } from './use-validated-form';

interface LinkFormOptions<Values> extends FormSetup<Values> {
  /** Sends the values and rejects with the server's error. */
  send: (values: Values) => Promise<unknown>;
  onSuccess?: (form: AnyFormApi, element: HTMLFormElement | null) => void;
}

/** A form without a draft for LinkForm. Errors of a response are shown at their fields. */
export function useLinkForm<Values>({ send, onSuccess, ...values }: LinkFormOptions<Values>) {
  const [formError, setFormError] = useState<string | null>(null);
  const { form, element } = useValidatedForm(values, (sent) => submit(() => send(sent)));

  /** For another way to submit. */
  async function submit(run: () => Promise<unknown>): Promise<void> {
    setFormError(null);
    try {
      await run();
    } catch (error) {
      showServerErrors(form, error);
      setFormError(formLevelError(error, form.fieldInfo));
      focusFirstInvalid(element.current);
      return;
    }
    onSuccess?.(form, element.current);
  }

  const fields: LinkFields<Values> = linkFields;
  return { form, element, formError, submit, ...fields };
}

/** The part of a server error that concerns the whole form; null if all of it concerns fields. */
function formLevelError(error: unknown, fields: object): string | null {
  const named = error instanceof AppError && error.fields.length > 0 ? error.fields : null;
  return named?.every(({ field }) => field in fields) ? null : detailOrMessage(error);
}
