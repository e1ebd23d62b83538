import type { ComponentProps } from 'react';
import { cn } from '~/lib/cn';

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & {
  onCheckedChange?: ((checked: boolean) => void) | undefined;
};

/** The browser's checkbox, drawn in styles.css. Wrap it in its label where possible, so that both can be pressed. */
export function Checkbox({ className, onChange, onCheckedChange, ...props }: CheckboxProps) {
  return (
    <input
      type="checkbox"
      // 18 px visible; the pseudo element makes the target 24 px (WCAG 2.5.8).
      className={cn('relative after:absolute after:-inset-1 disabled:opacity-55', className)}
      onChange={(event) => {
        onChange?.(event);
        onCheckedChange?.(event.currentTarget.checked);
      }}
      {...props}
    />
  );
}
