import type { ComponentProps } from 'react';
import { Input } from '~/components/ui/input';
import { FieldFrame, type FieldProps } from './field-frame';
import { useTextControl } from './use-text-control';

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
  const { error, bound } = useTextControl();
  return (
    <FieldFrame {...{ label, hint, required, disabled, className, error }}>
      {(control) => <Input {...control} {...input} {...bound} />}
    </FieldFrame>
  );
}
