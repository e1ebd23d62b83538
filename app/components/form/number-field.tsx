import { ChevronDown, ChevronUp } from 'lucide-react';
import { useRef, useState, type KeyboardEvent } from 'react';
import { Input } from '~/components/ui/input';
import { readNumber } from '~/contract/number-text';
import { FieldFrame, type FieldProps } from './field-frame';
import { useFieldContext } from './form-context';

/** The smallest value, from which the steps count. */
const MIN = 1;

const BUTTONS = [
  { direction: 1, Icon: ChevronUp, name: 'up' },
  { direction: -1, Icon: ChevronDown, name: 'down' },
] as const;

/**
 * A number. Value: number, undefined when empty, NaN for what is none. The text stays as it was typed ("2.50"). Not
 * type="number": a browser drops a decimal comma or point, whichever its own language does not use, without a word.
 */
export function NumberField({ step, ...props }: FieldProps & { step: number }) {
  const field = useFieldContext<number | undefined>();
  const { value } = field.state;
  const [typed, setTyped] = useState(() => textOf(value));
  const input = useRef<HTMLInputElement>(null);
  // The typed text is shown as long as it equals the field's value; a reset shows the new value.
  const text = Object.is(numberOf(typed), value) ? typed : textOf(value);

  function change(changed: string): void {
    setTyped(changed);
    field.handleChange(numberOf(changed));
  }

  function stepBy(direction: 1 | -1): void {
    const next = textOf(stepped(value, direction, step));
    change(text.includes(',') ? next.replace('.', ',') : next);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    stepBy(event.key === 'ArrowUp' ? 1 : -1);
  }

  return (
    <FieldFrame {...props} errors={field.state.meta.errors}>
      {(control) => (
        <div className="group relative">
          <Input
            {...control}
            ref={input}
            role="spinbutton"
            inputMode="decimal"
            autoComplete="off"
            className="pr-8"
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
          {/* For the mouse, as a browser's own number input has them; the keyboard has the arrow keys. */}
          <div
            aria-hidden
            className="absolute inset-y-1 right-1 grid w-6 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 pointer-coarse:hidden"
          >
            {BUTTONS.map(({ direction, Icon, name }) => (
              <button
                key={name}
                type="button"
                tabIndex={-1}
                disabled={control.readOnly}
                data-step={name}
                className="grid place-items-center rounded-sm text-muted hover:bg-sunken hover:text-ink"
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => {
                  input.current?.focus();
                  stepBy(direction);
                }}
              >
                <Icon className="size-3.5" />
              </button>
            ))}
          </div>
        </div>
      )}
    </FieldFrame>
  );
}

function numberOf(text: string): number | undefined {
  return text.trim() === '' ? undefined : readNumber(text);
}

function textOf(value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : String(value);
}

/** Whether `value` is a step apart from a rounding error. */
const ROUNDING = 1e-9;

/** The next value on the steps: an empty one begins at the smallest, one between two steps goes to the next of them. */
export function stepped(value: number | undefined, direction: 1 | -1, step: number): number {
  if (value === undefined || Number.isNaN(value)) return MIN;
  const steps = (value - MIN) / step;
  const next = direction === 1 ? Math.floor(steps + ROUNDING) + 1 : Math.ceil(steps - ROUNDING) - 1;
  // Two decimal places are the smallest step (contract/fields.ts).
  return Math.max(MIN, Number((MIN + next * step).toFixed(2)));
}
