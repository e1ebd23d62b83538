import type { ComponentProps } from 'react';
import { Textarea } from '~/components/ui/textarea';
import { firstErrorMessage } from './field-error';
import { FieldFrame, type FieldProps } from './field-frame';
import { useFieldContext } from './form-context';

type TextareaFieldProps = FieldProps &
  Pick<ComponentProps<'textarea'>, 'placeholder' | 'rows' | 'maxLength' | 'autoComplete'>;

/** Several lines of text. Value: string. */
export function TextareaField({
  label,
  hint,
  required,
  disabled,
  className,
  ...textarea
}: TextareaFieldProps) {
  const field = useFieldContext<string>();
  const error = firstErrorMessage(field.state.meta.errors);
  return (
    <FieldFrame {...{ label, hint, required, disabled, className, error }}>
      {(control) => (
        <Textarea
          {...textarea}
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
