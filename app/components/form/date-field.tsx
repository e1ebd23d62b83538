import { DateInput } from './date-input';
import { FieldFrame, type FieldProps } from './field-frame';
import { useFieldContext } from './form-context';

/** A calendar date of a form (date-input.tsx). */
export function DateField(props: FieldProps) {
  const field = useFieldContext<string>();
  return (
    <FieldFrame {...props} errors={field.state.meta.errors}>
      {(control, labelId) => (
        <DateInput
          {...control}
          name={field.name}
          labelId={labelId}
          value={field.state.value}
          onBlur={field.handleBlur}
          onChange={field.handleChange}
        />
      )}
    </FieldFrame>
  );
}
