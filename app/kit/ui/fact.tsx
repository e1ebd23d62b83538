import type { ComponentProps } from 'react';
import { cn } from './cn';

export function Fact({ label, className, children }: ComponentProps<'div'> & { label: string }) {
  return (
    <div className={cn('min-w-0', className)}>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}
