import { Select } from '~/components/ui/select';
import { translate } from '~/lib/texts';
import { FieldFrame, type FieldProps } from './field-frame';
import { useFieldContext } from './form-context';

export interface SelectOption {
  value: string | number;
  label: string;
}

interface SelectFieldProps extends FieldProps {
  options: readonly SelectOption[];
  /** The first entry, which means "nothing chosen" (undefined). Without it one of the options is always chosen. */
  placeholder?: string | undefined;
}

/** One of a few options. Value: the option's own value, or undefined. */
export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const field = useFieldContext<string | number | undefined>();
  return (
    <FieldFrame {...props} errors={field.state.meta.errors}>
      {({ readOnly, ...control }) => (
        <Select
          {...control}
          disabled={readOnly}
          name={field.name}
          value={field.state.value ?? ''}
          onBlur={field.handleBlur}
          onChange={({ target }) =>
            field.handleChange(options.find(({ value }) => String(value) === target.value)?.value)
          }
        >
          {placeholder !== undefined && <option value="">{placeholder}</option>}
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {translate(label)}
            </option>
          ))}
        </Select>
      )}
    </FieldFrame>
  );
}
