import { useState, type KeyboardEvent } from 'react';
import { Input } from '~/kit/ui/input';
import { quantityProblem, readQuantity, type Unit } from '~/fields/number-text';
import { FieldFrame, type FieldProps, useFieldContext } from './field-frame';
import { ruleText } from '~/language/rules';

/** The smallest value, from which the steps count. */
const MIN = 1;

interface NumberFieldProps extends FieldProps {
  step: number;
  /** Words that may be typed with the number: "82 m²" is read as 82. */
  unit?: Unit | undefined;
}

/**
 * A number field. The value is a number, undefined if the field is empty, or NaN for any other text. The
 * text stays as it was typed ("2.50"). The input is not of type="number": there the browser silently drops
 * a decimal comma or point, whichever its own language does not use.
 */
export function NumberField({ step, unit, ...props }: NumberFieldProps) {
  const field = useFieldContext<number | undefined>();
  const { value } = field.state;
  const [typed, setTyped] = useState(() => textOf(value));
  // The typed text is shown as long as it equals the field's value; a reset shows the new value.
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
          // No browser enforces them here; extensions and scripts that fill forms read them.
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

/** The next value as a browser's own number input steps. An empty field begins at the smallest. */
function stepped(value: string, isUp: boolean, step: number): string {
  const input = document.createElement('input');
  Object.assign(input, { type: 'number', min: MIN, step, value });
  if (isUp || value === '') input.stepUp();
  else input.stepDown();
  return input.value;
}
