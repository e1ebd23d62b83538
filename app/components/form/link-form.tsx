import type { AnyFormApi } from '@tanstack/react-form';
import type { ComponentProps, ComponentType, PropsWithChildren, ReactNode } from 'react';
import { cn } from '~/lib/cn';
import { FormError } from './form-error';
import { submitHandler } from './server-errors';
import type { SubmitButton } from './submit-button';
import type { useLinkForm } from './use-link-form';

interface LinkFormProps {
  form: AnyFormApi & {
    AppForm: ComponentType<PropsWithChildren>;
    SubmitButton: typeof SubmitButton;
  };
  link: Pick<ReturnType<typeof useLinkForm>, 'element' | 'formError'>;
  button: ComponentProps<typeof SubmitButton>;
  /** Where the button stands, alone or with others; as wide as the form unless given. */
  align?: 'start' | 'end';
  others?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A form without a draft: its fields, errors that belong to no field, and its button. */
export function LinkForm(props: LinkFormProps) {
  const { form, link, button, align, others, className, children } = props;
  const { element, formError } = link;
  const submit = (
    <form.AppForm>
      <form.SubmitButton {...button} />
    </form.AppForm>
  );
  return (
    <form
      ref={element}
      method="post"
      noValidate
      className={cn('grid gap-4', className)}
      onSubmit={submitHandler(form)}
    >
      {children}
      <FormError message={formError} />
      {align ? (
        <div className={cn('flex flex-wrap gap-3', align === 'end' && 'justify-end')}>
          {align === 'end' && others}
          {submit}
          {align === 'start' && others}
        </div>
      ) : (
        submit
      )}
    </form>
  );
}
