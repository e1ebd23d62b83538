import type { ComponentProps } from 'react';
import { Input } from '~/components/ui/input';
import { firstErrorMessage } from './field-error';
import { FieldFrame, type FieldProps } from './field-frame';
import { useFieldContext } from './form-context';

type TextFieldProps = FieldProps &
  Pick<
    ComponentProps<'input'>,
    'type' | 'placeholder' | 'autoComplete' | 'inputMode' | 'maxLength' | 'readOnly'
  >;

/** A line of text. Value: string. */
export function TextField({
  label,
  hint,
  required,
  disabled,
  className,
  ...input
}: TextFieldProps) {
  const field = useFieldContext<string>();
  const error = firstErrorMessage(field.state.meta.errors);
  return (
    <FieldFrame {...{ label, hint, required, disabled, className, error }}>
      {(control) => (
        <Input
          {...input}
          {...control}
          name={field.name}
          value={field.state.value}
          onBlur={field.handleBlur}
          onChange={(event) => field.handleChange(event.target.value)}
        />
      )}
    </FieldFrame>
  );
}
