import { useId, useState, type ReactNode } from 'react';
import { Checkbox, Label } from '~/kit/ui/input';
import { cn } from '~/kit/ui/cn';
import { usePrinting } from '~/kit/table/use-media-query';

interface FilterControlProps {
  label: string;
  /** The value for printing; empty without a filter. */
  printed: string;
  className?: string | undefined;
  /** Renders the control. The id of its label is `{id}-label`. */
  children: (id: string) => ReactNode;
}

/** A filter with its label. In print it becomes a line of text, or nothing if it is empty. */
export function FilterControl({ label, printed, className, children }: FilterControlProps) {
  const id = useId();
  return (
    <>
      <div className={cn('grid content-start gap-1.5 print:hidden', className)}>
        <Label id={`${id}-label`} htmlFor={id}>
          {label}
        </Label>
        {children(id)}
      </div>
      <PrintedLine label={label} value={printed} />
    </>
  );
}

interface PrintedLineProps {
  label: string;
  /**
   * The printed value. A function is called when printing starts, for values that depend on the time. Empty
   * values are omitted.
   */
  value: string | (() => string);
}

/**
 * A line of a printed list. It is rendered only for printing, so that the browser's search does not find
 * it.
 */
export function PrintedLine({ label, value }: PrintedLineProps) {
  const isPrinting = usePrinting();
  if (!isPrinting || value === '') return null;
  return <p>{`${label}: ${typeof value === 'string' ? value : value()}`}</p>;
}

interface FilterSwitchProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

/** A filter that is on or off. If it is on, its name is printed. It changes at once, before the URL does. */
export function FilterSwitch({ label, checked, onChange }: FilterSwitchProps) {
  const id = useId();
  const [state, setState] = useState({ checked, of: checked });
  if (state.of !== checked) setState({ checked, of: checked });
  return (
    <>
      <label
        htmlFor={id}
        className="flex min-h-10 items-center gap-2 self-end justify-self-start print:hidden"
      >
        <Checkbox
          id={id}
          checked={state.checked}
          onCheckedChange={(next) => {
            setState({ checked: next, of: checked });
            onChange(next);
          }}
        />
        {label}
      </label>
      <PrintedLine label={label} value={checked ? 'yes' : ''} />
    </>
  );
}
