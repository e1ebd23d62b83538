import { useId, useState, type ReactNode } from 'react';
import { Checkbox, Label } from '~/kit/ui/input';
import { cn } from '~/kit/ui/cn';
import { usePrinting } from '~/kit/table/use-media-query';

interface FilterControlProps {
  label: string;
  /** The value as printed; empty without a filter. */
  printed: string;
  className?: string | undefined;
  /** The control; its label has the id `{id}-label`. */
  children: (id: string) => ReactNode;
}

/** A filter with its label. On paper it is a line of text, and nothing while it narrows nothing. */
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
  /** A function is called for printing, if the value depends on the time. Empty values are omitted. */
  value: string | (() => string);
}

/** A line of a printed list. It is rendered only for printing, so that searches in the page don't find it. */
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

/** A filter that is on or off; printed by its name if on. It changes immediately, before the address does. */
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
