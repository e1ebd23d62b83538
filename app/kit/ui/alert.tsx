import type { ComponentProps } from 'react';
import { cn } from './cn';

const TONES = {
  info: 'border-line bg-sunken text-ink',
  success: 'border-success/40 bg-success-soft text-success',
  warning: 'border-warning/40 bg-warning-soft text-warning',
  danger: 'border-danger/40 bg-danger-soft text-danger',
} as const;

type AlertProps = ComponentProps<'div'> & { tone?: keyof typeof TONES | undefined };

/** Roles by which screen readers announce a message. An info is part of the page from the start. */
const ROLES = { info: undefined, success: 'status', warning: 'status', danger: 'alert' } as const;

/** A message that stays on the page. All tones but info respond to an action and are announced. */
export function Alert({ tone = 'info', className, ...props }: AlertProps) {
  return (
    <div
      role={ROLES[tone]}
      className={cn('rounded-md border px-4 py-3 wrap-anywhere', TONES[tone], className)}
      {...props}
    />
  );
}
