import type { ComponentProps } from 'react';
import { Textarea } from '~/components/ui/textarea';
import { FieldFrame, type FieldProps } from './field-frame';
import { useTextControl } from './use-text-control';

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
  const { error, bound } = useTextControl();
  return (
    <FieldFrame {...{ label, hint, required, disabled, className, error }}>
      {(control) => <Textarea {...textarea} {...control} {...bound} />}
    </FieldFrame>
  );
}
