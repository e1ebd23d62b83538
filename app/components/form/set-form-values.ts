import type { AnyFormApi } from '@tanstack/react-form';

/** Puts these values in, as if they had been typed: what the form was made with stays what they are compared with. */
export function setFormValues(form: AnyFormApi, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    if (form.getFieldValue(name) !== value) form.setFieldValue(name, value);
  }
}
