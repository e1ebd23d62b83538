import { createFormHookContexts } from '@tanstack/react-form';
import { createContext } from 'react';

/** How a registered field finds its form; used by the fields in this folder alone. */
export const { fieldContext, formContext, useFieldContext, useFormContext } =
  createFormHookContexts();

/** The fields of a new record take nothing while it is saved: the form goes with what is typed then. */
export const ReadOnlyContext = createContext(false);
