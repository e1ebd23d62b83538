import { createFormHookContexts } from '@tanstack/react-form';
import { createContext } from 'react';

/** How a registered field finds its form; used by the fields in this folder alone. */
export const { fieldContext, formContext, useFieldContext, useFormContext } =
  createFormHookContexts();

/** The form takes nothing: while a new record is saved, and when it goes after that, what is typed would go with it. */
export const ReadOnlyContext = createContext(false);
