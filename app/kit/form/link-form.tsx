import type { AnyFormApi } from '@tanstack/react-form';
import type { ComponentProps, ReactNode, RefObject } from 'react';
import { cn } from '~/kit/ui/cn';
import { FormError } from './form-error';
import { submitHandler } from './server-errors';
import { formContext } from './form-context';
import { SubmitButton } from './submit-button';

interface LinkFormProps {
  /** Of useLinkForm. */
  link: { form: AnyFormApi; element: RefObject<HTMLFormElement | null>; formError: string | null };
  button: ComponentProps<typeof SubmitButton>;
  /** Alignment of the buttons; by default the button is as wide as the form. */
  align?: 'start' | 'end';
  others?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A form without a draft: its fields, errors that belong to no field, and its button. */
export function LinkForm(props: LinkFormProps) {
  const { link, button, align, others, className, children } = props;
  const { form, element, formError } = link;
  const submit = <SubmitButton {...button} />;
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
            {align === 'end' && others}
            {submit}
            {align === 'start' && others}
          </div>
        ) : (
          submit
        )}
      </formContext.Provider>
    </form>
  );
}
