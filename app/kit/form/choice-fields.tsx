import { Checkbox } from '~/kit/ui/input';
import { FieldFrame, useFieldContext, type FieldProps } from './field-frame';
import { Select } from '~/kit/ui/select';
import { translate } from '~/language/texts';

interface SelectFieldProps extends FieldProps {
  options: ReadonlyArray<{ value: string | number; label: string }>;
  /**
   * Text of the first entry, "nothing chosen" (undefined). Without it one of the options is always chosen.
   */
  placeholder?: string | undefined;
}

/** A choice among a few options. The value is the option's, or undefined. */
export function SelectField({ options, placeholder, ...props }: SelectFieldProps) {
  const field = useFieldContext<string | number | undefined>();
  const labels = new Map(options.map(({ value, label }) => [value, translate(label)]));
  return (
    <FieldFrame {...props} errors={field.state.meta.errors}>
      {({ readOnly, ...control }) => (
        <Select
          {...control}
          disabled={readOnly}
          name={field.name}
          value={field.state.value ?? ''}
          onBlur={field.handleBlur}
          options={placeholder === undefined ? [...labels.keys()] : ['', ...labels.keys()]}
          labelOf={(value) => labels.get(value) ?? placeholder ?? ''}
          onChange={(value) => field.handleChange(value === '' ? undefined : value)}
        />
      )}
    </FieldFrame>
  );
}

/** A checkbox, followed by its label. */
export function BoxField({ label }: { label: string }) {
  const { state, handleChange } = useFieldContext<boolean>();
  return (
    <FieldFrame
      label={label}
      errors={state.meta.errors}
      className="col-span-full grid-cols-[auto_minmax(0,1fr)] items-center *:first:col-start-2 *:first:row-start-1 [&>p]:col-span-full"
    >
      {({ readOnly: _fixed, ...control }) => (
        <Checkbox {...control} checked={state.value} onCheckedChange={handleChange} />
      )}
    </FieldFrame>
  );
}
