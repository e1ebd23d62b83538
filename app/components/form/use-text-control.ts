import type { ChangeEvent } from 'react';
import { firstErrorMessage } from './field-error';
import { useFieldContext } from './form-context';

/** Connects an input or a textarea with its field, and returns the field's first error. Value: string. */
export function useTextControl() {
  const field = useFieldContext<string>();
  return {
    error: firstErrorMessage(field.state.meta.errors),
    bound: {
      name: field.name,
      value: field.state.value,
      onBlur: field.handleBlur,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        field.handleChange(event.target.value),
    },
  };
}
