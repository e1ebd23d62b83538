import type { ComponentProps } from 'react';
import { cn } from '~/lib/cn';

/** The browser's own checkbox, in the accent colour. Put it inside a label: the pair is the target. */
export function Checkbox({ className, ...props }: Omit<ComponentProps<'input'>, 'type'>) {
  return (
    <input
      type="checkbox"
      className={cn('size-4.5 shrink-0 rounded-sm accent-accent disabled:opacity-55', className)}
      {...props}
    />
  );
}
