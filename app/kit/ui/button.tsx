import type { ComponentProps, MouseEvent } from 'react';
import { cn } from './cn';

const VARIANTS = {
  primary: 'border border-transparent bg-accent text-on-accent hover:bg-accent-hover',
  secondary: 'border border-line-mid bg-surface text-ink hover:border-line-strong hover:bg-sunken',
  ghost: 'text-ink hover:bg-sunken',
  /** A subdued destructive action, such as Delete in each row of a table. */
  danger: 'border border-line-mid bg-surface text-danger hover:border-danger hover:bg-danger-soft',
  /** Like danger, but without a border and grey until used: for columns of buttons. */
  'quiet-danger': 'text-muted hover:bg-danger-soft hover:text-danger focus-visible:text-danger',
  /** The prominent variant, for the last step before something is deleted. */
  destructive: 'border border-transparent bg-danger-solid text-on-danger hover:bg-danger-hover',
} as const;

const SIZES = {
  sm: 'h-8 px-2.5 text-sm',
  md: 'h-10 px-4 text-base',
  icon: 'size-10',
  'icon-sm': 'size-8',
} as const;

interface ButtonStyle {
  variant?: keyof typeof VARIANTS | undefined;
  size?: keyof typeof SIZES | undefined;
  className?: string | undefined;
}

/** The classes of a button, for links that look like one. */
export function buttonVariants({ variant = 'primary', size = 'md', className }: ButtonStyle = {}) {
  return cn(
    'inline-flex print:hidden shrink-0 items-center justify-center gap-2 rounded-md font-medium whitespace-nowrap',
    'transition-colors duration-100 select-none',
    'disabled:opacity-55 aria-disabled:opacity-55',
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

export type ButtonProps = ComponentProps<'button'> & ButtonStyle;

/**
 * A button. `type` defaults to "button", so that none submits a form by accident. With `aria-disabled` it
 * keeps the focus and ignores clicks.
 */
export function Button({ variant, size, className, type = 'button', ...props }: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonVariants({ variant, size, className })}
      {...props}
      onClick={String(props['aria-disabled']) === 'true' ? ignore : props.onClick}
    />
  );
}

function ignore(event: MouseEvent): void {
  event.preventDefault();
}

/**
 * Makes a click handler for actions that must not run twice. It ignores the second click of a double click.
 */
export function firstPress(run: () => void): (event: { detail: number }) => void {
  return ({ detail }) => {
    if (detail < 2) run();
  };
}
