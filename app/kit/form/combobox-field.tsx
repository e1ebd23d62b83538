import { Combobox } from './combobox';
import type { ComboboxProps } from './combobox-control';
import { FieldFrame, type FieldProps, useFieldContext } from './field-frame';

interface ComboboxFieldProps
  extends
    FieldProps,
    Pick<ComboboxProps<number | null>, 'options' | 'placeholder' | 'notice' | 'onTyped'> {
  /** Called after the change, for fields that depend on this one. */
  onPicked?: ((value: number | null) => void) | undefined;
}

/**
 * A searchable choice of one record. The value is the record's id, null for an option without a record,
 * or undefined if nothing is chosen.
 */
export function ComboboxField(props: ComboboxFieldProps) {
  const { label, hint, required, className, onPicked, ...combobox } = props;
  const field = useFieldContext<number | null | undefined>();
  return (
    <FieldFrame {...{ label, hint, required, className }} errors={field.state.meta.errors}>
      {(control, labelId) => (
        <Combobox
          {...combobox}
          control={control}
          labelId={labelId}
          value={field.state.value}
          onBlur={field.handleBlur}
          onChange={(value) => {
            field.handleChange(value);
            onPicked?.(value);
          }}
        />
      )}
    </FieldFrame>
  );
}
