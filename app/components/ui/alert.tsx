import type { ComponentProps } from 'react';
import { cn } from '~/lib/cn';

const TONES = {
  info: 'border-line bg-sunken text-ink',
  success: 'border-success/40 bg-success-soft text-success',
  warning: 'border-warning/40 bg-warning-soft text-warning',
  danger: 'border-danger/40 bg-danger-soft text-danger',
} as const;

type AlertProps = ComponentProps<'div'> & { tone?: keyof typeof TONES | undefined };

/** How a message is read out; what is there from the beginning, an info, is not. */
const ROLES = { info: undefined, success: 'status', warning: 'status', danger: 'alert' } as const;

/** A message that stays on the page. But for an info it responds to something the user just did, and is read out. */
export function Alert({ tone = 'info', className, ...props }: AlertProps) {
  return (
    <div
      role={ROLES[tone]}
      className={cn('rounded-md border px-4 py-3 wrap-anywhere', TONES[tone], className)}
      {...props}
    />
  );
}
