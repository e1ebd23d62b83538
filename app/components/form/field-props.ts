import type { ChoiceField, Field, NumberField } from '~/contract/fields';
import { titleCase } from '~/lib/format';
import { translate } from '~/lib/texts';

/** Label and required mark of a field, from its entity's table. */
export function fieldProps({ label, required }: Field) {
  return { label: translate(label), required };
}

/** The same for a number, with its smallest value and its step (docs/behaviour.md, "Limits"). */
export function numberProps(field: NumberField) {
  return { ...fieldProps(field), min: 1, step: field.step } as const;
}

/** The same for a choice: its options, and an entry for none of them where no value is required. */
export function choiceProps(field: ChoiceField) {
  return {
    ...fieldProps(field),
    options: field.options.map((value) => ({ value, label: titleCase(value) })),
    placeholder: field.required ? undefined : '-',
  } as const;
}
