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
  /** Sends the values and rejects with the server's error. False: not sent yet, and the form stays open. */
  send: (values: Values) => Promise<unknown>;
  onSuccess?: (form: AnyFormApi, element: HTMLFormElement | null) => void;
}

/** A form without a draft for LinkForm. Errors of a response are shown at their fields. */
export function useLinkForm<Values>({ send, onSuccess, ...values }: LinkFormOptions<Values>) {
  const [formError, setFormError] = useState<string | null>(null);
  const { form, element } = useValidatedForm(values, (sent) => submit(() => send(sent)));
  const isShown = useIsShown();

  /** For another way to submit. */
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

/** The part of a server error that concerns the whole form; null if all of it concerns fields. */
function formLevelError(error: unknown, fields: object): string | null {
  const named = error instanceof AppError && error.fields.length > 0 ? error.fields : null;
  return named?.every(({ field }) => field in fields) ? null : detailOrMessage(error);
}

interface LinkFormProps {
  /** Result of useLinkForm. */
  link: { form: AnyFormApi; element: RefObject<HTMLFormElement | null>; formError: string | null };
  button: ComponentProps<typeof SubmitButton>;
  /** Alignment of the buttons; by default the button is as wide as the form. */
  align?: 'start' | 'end';
  /** For a form that can be left: its button stands beside the other one. */
  onCancel?: () => void;
  others?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A form without a draft: its fields, errors that belong to no field, and its button. */
export function LinkForm(props: LinkFormProps) {
  const { link, button, align, onCancel, others, className, children } = props;
  const { form, element, formError } = link;
  // A dialog can stand inside a record's form. React's context would then hide this button with the form's.
  const submit = (
    <MaySaveContext value>
      <SubmitButton {...button} />
    </MaySaveContext>
  );
  const beside = (
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
            {align === 'end' && beside}
            {submit}
            {align === 'start' && beside}
          </div>
        ) : (
          submit
        )}
      </formContext.Provider>
    </form>
  );
}
