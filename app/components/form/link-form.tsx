import type { AnyFormApi } from '@tanstack/react-form';
import type { ComponentProps, ComponentType, PropsWithChildren, ReactNode } from 'react';
import { FormError } from './form-error';
import { ReadOnlyEmail } from './read-only-email';
import { submitHandler } from './server-errors';
import type { SubmitButton } from './submit-button';
import type { useLinkForm } from './use-link-form';

interface LinkFormProps {
  form: AnyFormApi & {
    AppForm: ComponentType<PropsWithChildren>;
    SubmitButton: typeof SubmitButton;
  };
  link: Pick<ReturnType<typeof useLinkForm>, 'element' | 'formError'>;
  /** The address of the account that the link is for. */
  email: string | null;
  button: ComponentProps<typeof SubmitButton>;
  children: ReactNode;
}

/** A form behind a link: whose account it is for, its fields, errors that belong to no field, and its button. */
export function LinkForm({ form, link, email, button, children }: LinkFormProps) {
  const { element, formError } = link;
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className="grid gap-4"
      onSubmit={submitHandler(form)}
    >
      <ReadOnlyEmail email={email} />
      {children}
      <FormError message={formError} />
      <form.AppForm>
        <form.SubmitButton {...button} />
      </form.AppForm>
    </form>
  );
}
