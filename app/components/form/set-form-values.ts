import type { AnyFormApi } from '@tanstack/react-form';

/** Sets values as if they had been typed: the default values that they are compared with stay the same. */
export function setFormValues(form: AnyFormApi, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    if (form.getFieldValue(name) !== value) form.setFieldValue(name, value);
  }
}
