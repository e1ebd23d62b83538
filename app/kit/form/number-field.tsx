import { useState, type KeyboardEvent } from 'react';
import { Input } from '~/kit/ui/input';
import { quantityProblem, readQuantity, type Unit } from '~/fields/number-text';
import { FieldFrame, type FieldProps, useFieldContext } from './field-frame';
import { ruleText } from '~/language/rules';

/** The smallest value, from which the steps count. */
const MIN = 1;

interface NumberFieldProps extends FieldProps {
  step: number;
  /** Unit that may be typed after the number: "82 m²" is read as 82. */
  unit?: Unit | undefined;
}

/**
 * A number field. The value is a number, undefined if the field is empty, or NaN for any other text. The
 * typed text stays ("2.50"). The input is not of type="number": such an input silently drops a comma or
 * point that is not the decimal separator of the browser's language.
 */
export function NumberField({ step, unit, ...props }: NumberFieldProps) {
  const field = useFieldContext<number | undefined>();
  const { value } = field.state;
  const [typed, setTyped] = useState(() => textOf(value));
  // The typed text is shown as long as it means the field's value. After a reset the new value is shown.
  const text = Object.is(numberOf(typed, unit), value) ? typed : textOf(value);
  const { errors } = field.state.meta;
  const problem = Number.isNaN(value)
    ? quantityProblem(text, unit, step === 1 ? '3' : '3.5')
    : null;

  function change(changed: string): void {
    setTyped(changed);
    field.handleChange(numberOf(changed, unit));
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const next = stepped(textOf(value), event.key === 'ArrowUp', step);
    change(text.includes(',') ? next.replace('.', ',') : next);
  }

  return (
    <FieldFrame
      {...props}
      errors={problem && errors.length > 0 ? [{ ...problem, message: ruleText(problem) }] : errors}
    >
      {(control) => (
        <Input
          {...control}
          role="spinbutton"
          inputMode={Number.isInteger(step) ? 'numeric' : 'decimal'}
          autoComplete="off"
          name={field.name}
          value={text}
          // Browsers do not enforce these attributes here. Extensions and scripts that fill forms read
          // them.
          min={MIN}
          step={step}
          aria-valuemin={MIN}
          aria-valuenow={Number.isNaN(value) ? undefined : value}
          onBlur={field.handleBlur}
          onChange={(event) => change(event.target.value)}
          onKeyDown={control.readOnly ? undefined : onKeyDown}
        />
      )}
    </FieldFrame>
  );
}

function numberOf(text: string, unit: Unit | undefined): number | undefined {
  return text.trim() === '' ? undefined : readQuantity(text, unit);
}

function textOf(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : String(value);
}

/** The next value, as in a browser's own number input. An empty field begins at the smallest. */
function stepped(value: string, isUp: boolean, step: number): string {
  const input = document.createElement('input');
  Object.assign(input, { type: 'number', min: MIN, step, value });
  if (isUp || value === '') input.stepUp();
  else input.stepDown();
  return input.value;
}
