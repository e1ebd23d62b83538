import { createFormHookContexts } from '@tanstack/react-form';

/** How a registered field finds its form; used by the fields in this folder alone. */
export const { fieldContext, formContext, useFieldContext, useFormContext } =
  createFormHookContexts();
