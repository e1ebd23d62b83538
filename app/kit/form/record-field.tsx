import { SelectField } from '~/kit/form/choice-fields';
import { fieldOf, type Field, type Fields, type FormName } from '~/fields/fields';
import { titleCase } from '~/language/format';
import { translate } from '~/language/texts';
import { DateField } from './date-input';
import type { FieldProps } from './field-frame';
import { FormField } from './form-field';
import { NumberField } from './number-field';
import { TextField, type TextFieldProps } from './text-field';

type ControlProps = Pick<FieldProps, 'hint' | 'className'> &
  Pick<TextFieldProps, 'autoComplete' | 'list' | 'rows'>;

interface RecordFieldProps<T extends Fields> extends ControlProps {
  fields: T;
  name: FormName<T>;
  onChange?: () => unknown;
}

/** A field of a RecordForm with control, label, required mark and limits from the entity's table. */
export function RecordField<T extends Fields>(props: RecordFieldProps<T>) {
  const { fields, name, onChange, ...control } = props;
  return (
    <FormField name={name} onChange={onChange}>
      {controlOf(fieldOf(fields, name), control)}
    </FormField>
  );
}

/** Label and required mark of a field, from its entity's table. */
export function fieldProps({ label, required }: Field) {
  return { label: translate(label), required };
}

function controlOf(field: Field, control: ControlProps) {
  const props = { ...fieldProps(field), ...control };
  if (field.kind === 'number' || field.kind === 'integer')
    return <NumberField {...props} step={field.step} unit={field.unit} />;
  if (field.kind === 'date') return <DateField {...props} />;
  if (field.kind === 'choice') {
    const options = field.options.map((value) => ({ value, label: titleCase(value) }));
    // An optional choice has an empty entry.
    return (
      <SelectField {...props} options={options} placeholder={field.required ? undefined : '-'} />
    );
  }
  if (field.kind === 'url') return <TextField {...props} inputMode="url" placeholder="https://" />;
  if (field.kind === 'email') return <TextField {...props} type="email" autoComplete="off" />;
  return <TextField {...props} />;
}
