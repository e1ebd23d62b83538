import type { ComponentProps } from 'react';
import { cn } from '~/lib/cn';

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return <input type={type} className={cn('control', className)} {...props} />;
}
