import type { ComponentProps } from 'react';
import { cn } from '~/lib/cn';

/** The visible name of a form control. */
export function Label({ className, ...props }: ComponentProps<'label'>) {
  // The control is named by htmlFor or sits inside; the caller decides.
  return <label className={cn('text-sm font-medium text-ink', className)} {...props} />;
}
