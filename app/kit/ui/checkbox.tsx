import type { ComponentProps } from 'react';
import { cn } from './cn';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  onCheckedChange: (checked: boolean) => void;
};

/** The browser's checkbox, drawn in styles.css. Wrap it in its label if possible: both can be pressed. */
export function Checkbox({ className, onCheckedChange, ...props }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      // 18 px visible; the pseudo element makes the target 24 px (WCAG 2.5.8).
      className={cn('relative after:absolute after:-inset-1 disabled:opacity-55', className)}
      onChange={({ currentTarget }) => onCheckedChange(currentTarget.checked)}
      {...props}
    />
  );
}
