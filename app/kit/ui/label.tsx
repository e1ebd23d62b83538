import type { ComponentProps } from 'react';
import { cn } from './cn';

export function Label({ className, htmlFor, ...props }: ComponentProps<'label'>) {
  return (
    <label htmlFor={htmlFor} className={cn('text-sm font-medium text-ink', className)} {...props} />
  );
}
