import type { ComponentProps } from 'react';
import { cn } from './cn';

const TONES = {
  neutral: 'bg-sunken text-muted inset-ring inset-ring-line',
  accent: 'bg-accent-soft text-accent-text',
  success: 'bg-success-soft text-success',
  warning: 'bg-warning-soft text-warning',
  danger: 'bg-danger-soft text-danger',
} as const;

type BadgeProps = ComponentProps<'span'> & { tone?: keyof typeof TONES | undefined };

/** A short state, such as Active or Inactive. The text carries the meaning, the colour only helps. */
export function Badge({ tone = 'neutral', className, ...props }: BadgeProps) {
  return (
    <span
      className={cn(
        'inline-flex items-center gap-1 rounded-sm px-2 py-0.5 text-xs font-medium whitespace-nowrap',
        TONES[tone],
        className,
      )}
      {...props}
    />
  );
}
