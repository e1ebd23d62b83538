import type { AnyFormApi } from '@tanstack/react-form';

/** Makes the saved values the defaults; input since then stays as a change. */
export function adoptSaved(form: AnyFormApi, saved: object): void {
  const typed: Record<string, unknown> = {};
  for (const name of Object.keys(saved)) typed[name] = form.getFieldValue(name);
  form.reset(saved);
  setFormValues(form, typed);
}

/** Sets values as if they had been typed: the default values that they are compared with stay the same. */
export function setFormValues(form: AnyFormApi, values: object): void {
  for (const [name, value] of Object.entries(values)) {
    if (form.getFieldValue(name) !== value) form.setFieldValue(name, value);
  }
}
