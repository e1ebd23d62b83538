import type { ComponentProps } from 'react';
import { cn } from '~/lib/cn';

/** A thin rule between two groups. */
export function Separator({ className, ...props }: ComponentProps<'hr'>) {
  return <hr className={cn('border-t border-line', className)} {...props} />;
}
