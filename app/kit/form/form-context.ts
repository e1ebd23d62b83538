import { createFormHookContexts } from '@tanstack/react-form';
import { createContext } from 'react';

/** Connects registered fields to their form. Used only in this folder. */
export const { fieldContext, formContext, useFieldContext, useFormContext } =
  createFormHookContexts();

/** True while a new record is saved and until its form closes: input would be lost. */
export const ReadOnlyContext = createContext(false);
