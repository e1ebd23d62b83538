import { useState, type ChangeEvent, type ComponentProps } from 'react';
import { Input } from '~/components/ui/input';
import { firstErrorMessage } from './field-error';
import { FieldFrame, type FieldProps } from './field-frame';
import { useFieldContext } from './form-context';

type NumberFieldProps = FieldProps &
  Pick<ComponentProps<'input'>, 'step' | 'min' | 'max' | 'placeholder'>;

/**
 * A number. Value: number, or undefined when the input is empty. What cannot be read as a number is NaN, so that the
 * schema rejects it instead of taking it for empty. The text stays as it was typed ("2.50").
 */
export function NumberField({
  label,
  hint,
  required,
  disabled,
  className,
  ...input
}: NumberFieldProps) {
  const field = useFieldContext<number | undefined>();
  const { value } = field.state;
  const [typed, setTyped] = useState(() => textOf(value));
  const error = firstErrorMessage(field.state.meta.errors);
  // The typed text is shown as long as it equals the field's value; a reset shows the new value.
  const text = Object.is(numberOf(typed), value) ? typed : textOf(value);

  function change({ target }: ChangeEvent<HTMLInputElement>): void {
    setTyped(target.value);
    field.handleChange(target.validity.badInput ? Number.NaN : numberOf(target.value));
  }

  return (
    <FieldFrame {...{ label, hint, required, disabled, className, error }}>
      {(control) => (
        <Input
          {...input}
          {...control}
          type="number"
          inputMode="decimal"
          name={field.name}
          value={text}
          onBlur={field.handleBlur}
          onChange={change}
          // Scrolling the page over a focused number must not change it.
          onWheel={(event) => event.currentTarget.blur()}
        />
      )}
    </FieldFrame>
  );
}

function numberOf(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

function textOf(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : String(value);
}
