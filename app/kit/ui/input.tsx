import { useId, type ComponentProps } from 'react';
import { cn } from './cn';

/** Attributes that stop the browser from capitalizing and correcting a code. */
const OF_CODES = { autoCapitalize: 'none', spellCheck: false };

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  const own = props.autoComplete === 'one-time-code' ? OF_CODES : {};
  return <input type={type} className={cn('control', className)} {...own} {...props} />;
}

export function Label({ className, htmlFor, ...props }: ComponentProps<'label'>) {
  return (
    <label htmlFor={htmlFor} className={cn('text-sm font-medium text-ink', className)} {...props} />
  );
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  onCheckedChange: (checked: boolean) => void;
};

/**
 * The browser's checkbox, drawn by styles.css. Wrap it in its label if possible, so that both can be
 * clicked.
 */
export function Checkbox({ className, onCheckedChange, ...props }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      // The box has 18 px; the pseudo element makes the target 24 px (WCAG 2.5.8).
      className={cn('relative after:absolute after:-inset-1 disabled:opacity-55', className)}
      onChange={({ currentTarget }) => onCheckedChange(currentTarget.checked)}
      {...props}
    />
  );
}

type HintedCheckboxProps = CheckboxProps & { label: string; hint: string };

/** A checkbox outside of a form, which takes effect at once, with a hint below it. */
export function HintedCheckbox({ label, hint, ...props }: HintedCheckboxProps) {
  const id = useId();
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="flex min-h-6 items-center gap-2.5 font-medium">
        <Checkbox id={id} aria-describedby={`${id}-hint`} {...props} />
        {label}
      </label>
      <p id={`${id}-hint`} className="text-sm text-muted">
        {hint}
      </p>
    </div>
  );
}
