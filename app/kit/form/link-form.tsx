import type { AnyFormApi } from '@tanstack/react-form';
import { useState, type ComponentProps, type ReactNode, type RefObject } from 'react';
import { AppError, detailOrMessage } from '~/rpc/errors/app-error';
import { focusFirstInvalid, showServerErrors, submitHandler } from './server-errors';
import { linkFields, type LinkFields } from './form-field';
import { useValidatedForm, type FormSetup } from './use-record-form';
import { Button } from '~/kit/ui/button';
import { cn } from '~/kit/ui/cn';
import { t } from '~/language/texts';
import { getSession } from '~/rpc/session-store';
import { toast } from '~/kit/feedback/toast';
import { useIsShown } from '~/kit/ui/page-moments';
import { FormError, SubmitButton } from './submit-button';
import { formContext, MaySaveContext } from './field-frame';

interface LinkFormOptions<Values> extends FormSetup<Values> {
  /**
   * Sends the values and rejects with the server's error. Resolves to false if the form is not sent yet and
   * stays open.
   */
  send: (values: Values) => Promise<unknown>;
  onSuccess?: (form: AnyFormApi, element: HTMLFormElement | null) => void;
}

/** A form without a draft for LinkForm. Errors of a response are shown at their fields. */
export function useLinkForm<Values>({ send, onSuccess, ...values }: LinkFormOptions<Values>) {
  const [formError, setFormError] = useState<string | null>(null);
  const { form, element } = useValidatedForm(values, (sent) => submit(() => send(sent)));
  const isShown = useIsShown();

  /** Runs another way to submit, with the same handling of errors. */
  async function submit(run: () => Promise<unknown>): Promise<void> {
    setFormError(null);
    try {
      if ((await run()) === false) return;
    } catch (error) {
      if (!isShown()) {
        // The form was closed meanwhile, and what it sent is not stored.
        if (getSession()) toast.error(detailOrMessage(error));
        return;
      }
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

/** The part of a server error about the whole form; null if all of it is about fields. */
function formLevelError(error: unknown, fields: object): string | null {
  const named = error instanceof AppError && error.fields.length > 0 ? error.fields : null;
  return named?.every(({ field }) => field in fields) ? null : detailOrMessage(error);
}

interface LinkFormProps {
  /** Result of useLinkForm. */
  link: { form: AnyFormApi; element: RefObject<HTMLFormElement | null>; formError: string | null };
  button: ComponentProps<typeof SubmitButton>;
  /** Alignment of the buttons. By default the button is as wide as the form. */
  align?: 'start' | 'end';
  /** Adds a Cancel button next to the submit button. */
  onCancel?: () => void;
  others?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A form without a draft: its fields, errors without a field, and its buttons. */
export function LinkForm(props: LinkFormProps) {
  const { link, button, align, onCancel, others, className, children } = props;
  const { form, element, formError } = link;
  // A dialog may be rendered inside a record's form, whose MaySaveContext would hide this button.
  const submit = (
    <MaySaveContext value>
      <SubmitButton {...button} />
    </MaySaveContext>
  );
  const otherButtons = (
    <>
      {onCancel && (
        <Button variant="secondary" onClick={onCancel}>
          {t`Cancel`}
        </Button>
      )}
      {others}
    </>
  );
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className={cn('grid gap-4', className)}
      onSubmit={submitHandler(form)}
    >
      <formContext.Provider value={form}>
        {children}
        <FormError message={formError} />
        {align ? (
          <div className={cn('flex flex-wrap gap-3', align === 'end' && 'justify-end')}>
            {align === 'end' && otherButtons}
            {submit}
            {align === 'start' && otherButtons}
          </div>
        ) : (
          submit
        )}
      </formContext.Provider>
    </form>
  );
}
