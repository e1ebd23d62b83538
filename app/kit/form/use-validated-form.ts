import { revalidateLogic, useForm, type AnyFormApi } from '@tanstack/react-form';
import { useRef } from 'react';
import type { z } from '~/fields/zod';
import { focusFirstInvalid } from './focus-first-invalid';

/** The values that a form begins with, and the rules that they are to meet. */
export interface FormSetup<Values> {
  defaultValues: Values;
  schema: z.ZodType<unknown, NoInfer<Values>>;
}

/** A form that validates on submit and then while typing, and focuses the first invalid field. */
export function useValidatedForm<Values>(
  { defaultValues, schema }: FormSetup<Values>,
  submit: (values: Values, form: AnyFormApi, element: HTMLFormElement | null) => Promise<void>,
) {
  const element = useRef<HTMLFormElement>(null);
  const form = useForm({
    defaultValues,
    validators: { onDynamic: schema },
    validationLogic: revalidateLogic(),
    onSubmitInvalid: () => focusFirstInvalid(element.current),
    onSubmit: ({ value, formApi }) => submit(value, formApi, element.current),
  });
  return { form, element };
}
