import type { Field, NumberField } from '~/contract/fields';

/** Label and required mark of a field, from its entity's table. */
export function fieldProps({ label, required }: Field) {
  return { label, required };
}

/** The same for a number, with its smallest value and its step (docs/behaviour.md, "Limits"). */
export function numberProps(field: NumberField) {
  return { ...fieldProps(field), min: 1, step: field.step } as const;
}
