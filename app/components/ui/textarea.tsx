import type { ComponentProps } from 'react';
import { cn } from '~/lib/cn';

/** A text area that grows with its text where the browser can, up to a limit. */
export function Textarea({ className, rows = 3, ...props }: ComponentProps<'textarea'>) {
  return (
    <textarea
      rows={rows}
      className={cn('control field-sizing-content max-h-80 min-h-20 resize-y', className)}
      {...props}
    />
  );
}
